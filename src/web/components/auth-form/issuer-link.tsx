import type { ReactNode } from 'react'
import { identityPaths } from '#identity-paths.ts'
import { returnPath } from '../../session/return-path.ts'
import { LinkButton } from '../../ui/button.tsx'

/** A link to the OpenID Connect issuer's sign-in, which returns to the return path. Works without scripts. */
export function IssuerLink({
  search = new URLSearchParams(),
  create = false,
  children,
}: {
  search?: URLSearchParams
  /** Whether to lead to the issuer's sign-up instead, if it has one. */
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
      to={identityPaths.issuer({ from: from === '/' ? '' : from, create: create ? '1' : '' })}
    >
      {children}
    </LinkButton>
  )
}
