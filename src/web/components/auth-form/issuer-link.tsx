import type { ReactNode } from 'react'
import { pathWithQuery } from '../../ui/path-with-query.ts'
import { returnPath } from '../../session/return-path.ts'
import { LinkButton } from '../../ui/button.tsx'

/** Leads to the pages of the OpenID Connect issuer, and from there back to the return path. A plain link: it needs no scripts. */
export function IssuerLink({
  search = new URLSearchParams(),
  create = false,
  children,
}: {
  search?: URLSearchParams
  /** To the issuer's sign-up, where it has one. */
  create?: boolean
  children: ReactNode
}) {
  const from = returnPath(search)
  return (
    <LinkButton
      variant="primary"
      size="lg"
      full
      reloadDocument
      prefetch="none"
      to={pathWithQuery('/auth/oidc', { from: from === '/' ? '' : from, create: create ? '1' : '' })}
    >
      {children}
    </LinkButton>
  )
}
