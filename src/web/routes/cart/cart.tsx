import { lazy, Suspense, useEffect, useEffectEvent } from 'react'
import { useLocation, useNavigate } from 'react-router'
import * as paths from '#paths.ts'
import { pathWithQuery } from '#paths.ts'
import { addedLines, addOrReport } from '../../components/cart/add-to-cart.tsx'
import { PageHeading } from '../../layout/page-heading.tsx'
import { Page } from '../../layout/page.tsx'
import { metaWithTitle } from '../../layout/public-meta.ts'
import type { RouteHandle } from '../../route-handle.ts'
import { useSession } from '../../session/session.ts'
import { LinkButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { RetryAlert } from '../../ui/retry-alert.tsx'
import { useCart } from './use-cart.ts'

/** Not needed before the cart is there. */
const FilledCart = lazy(() => import('./filled-cart.tsx'))
const LOADING = <p className="min-h-96 text-ink-soft">Loading your cart…</p>

export const handle = { hydrate: 'after-paint', query: [] } satisfies RouteHandle

export const meta = metaWithTitle('Cart', { name: 'robots', content: 'noindex' })

/** The parts in the cart of who is signed in, or of this browser. */
export default function Cart() {
  useAddedParts()
  const { status } = useSession()
  const { view, problem, reload, setQuantity, remove } = useCart()
  return (
    <Page>
      <PageHeading title="Cart" />
      <noscript>
        <p>Without JavaScript the store keeps no cart. You can order each part on its own page.</p>
      </noscript>
      {problem !== '' && (
        <RetryAlert title="Your cart could not be loaded" className="mb-6" onRetry={() => void reload()}>
          {problem}
        </RetryAlert>
      )}
      {view === null ? (
        problem === '' && LOADING
      ) : view.lines.length === 0 ? (
        <EmptyState title="Your cart is empty" text="Parts that you add are kept here.">
          <LinkButton variant="primary" to={paths.parts}>
            Browse parts
          </LinkButton>
          {status === 'signed-out' && <LogInLink label="Log in to see your cart" />}
        </EmptyState>
      ) : (
        <Suspense fallback={LOADING}>
          <FilledCart view={view} setQuantity={setQuantity} remove={remove} />
        </Suspense>
      )}
    </Page>
  )
}

function LogInLink({ label }: { label: string }) {
  return <LinkButton to={pathWithQuery(paths.login, { from: paths.cart() })}>{label}</LinkButton>
}

/**
 * Adds the parts in the address, to which a form leads before its scripts are there. Only from pages of the
 * store, and once: the address is then that of the cart.
 */
function useAddedParts(): void {
  const { search } = useLocation()
  const navigate = useNavigate()
  const add = useEffectEvent(async () => {
    const lines = addedLines(new URLSearchParams(search))
    await navigate(paths.cart(), { replace: true })
    if (lines.length > 0 && document.referrer.startsWith(`${location.origin}/`)) await addOrReport(lines)
  })
  useEffect(() => {
    if (search === '') return undefined
    const timer = setTimeout(() => void add())
    return () => clearTimeout(timer)
  }, [search])
}
