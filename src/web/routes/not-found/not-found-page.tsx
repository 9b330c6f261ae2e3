import type { ReactNode } from 'react'
import * as paths from '#paths.ts'
import { ProductSearchForm } from '../../layout/product-search-form.tsx'
import { useStore } from '../../layout/use-settings.ts'
import drawing from '../../pictures/not-found.svg?url&no-inline'
import { LinkButton } from '../../ui/button.tsx'

/**
 * The page of an address that cannot be shown: what happened and why, a search for parts, and links;
 * `children` are more links.
 */
export function NotFoundPage({
  status = 404,
  title = 'Page not found',
  text = 'There’s nothing at this address. It may be mistyped, or the page may have moved.',
  children,
}: {
  status?: number
  title?: string | undefined
  text?: string | undefined
  children?: ReactNode
}) {
  const { name } = useStore()
  return (
    <div className="page-column grid grow items-center gap-8 py-10 md:grid-cols-2">
      <title>{`${title} · ${name}`}</title>
      {(status === 404 || status === 405) && (
        <div className="relative crop-marks mx-auto w-full max-w-lg p-4 md:order-2">
          <img src={drawing} alt="" width="640" height="480" className="h-auto w-full" />
        </div>
      )}
      <div>
        <p className="part-tag">{status}</p>
        <h1 className="mt-4 text-5xl sm:text-6xl">{title}</h1>
        <p className="mt-4 max-w-prose text-lg text-ink-soft">{text}</p>
        <ProductSearchForm name="Another part" className="mt-6 max-w-md" />
        <div className="mt-6 flex flex-wrap gap-3">
          <LinkButton variant="primary" to={paths.home}>
            Go to the home page
          </LinkButton>
          {children}
          <LinkButton to={paths.parts}>Browse parts</LinkButton>
          <LinkButton to={paths.contact}>Contact us</LinkButton>
        </div>
      </div>
    </div>
  )
}
