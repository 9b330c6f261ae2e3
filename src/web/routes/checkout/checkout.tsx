import { useEffect, useEffectEvent } from 'react'
import { useRevalidator } from 'react-router'
import { showAccount } from '#contract/accounts.ts'
import { listAddresses } from '#contract/addresses.ts'
import * as paths from '#paths.ts'
import { api } from '../../api-client/api-client.ts'
import { signedInLoader } from '../../api-client/protected-loader.ts'
import { LoadProblem } from '../../layout/load-problem.tsx'
import { PageFallback } from '../../layout/page-fallback.tsx'
import { PageHeading } from '../../layout/page-heading.tsx'
import { Page } from '../../layout/page.tsx'
import { metaWithTitle } from '../../layout/public-meta.ts'
import type { RouteHandle } from '../../route-handle.ts'
import { notedRevision, subscribeToCart } from '../../session/my-cart.ts'
import { LinkButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import type { Route } from './+types/checkout'
import { CheckoutForm } from './checkout-form.tsx'

const TITLE = 'Checkout'

export const handle = { access: 'signed-in', query: ['method'] } satisfies RouteHandle

export const meta = metaWithTitle(TITLE, { name: 'robots', content: 'noindex' })

export const clientLoader = signedInLoader(async ({ request }: Route.ClientLoaderArgs, { user }) => {
  const [view, { addresses }, account] = await Promise.all([
    // As the cart's page does, so that neither loads what only the other needs.
    import('../cart/cart-view.ts').then(({ showView }) => showView()),
    api(listAddresses),
    // Without the profile fewer fields are filled in.
    api(showAccount, { params: { email: user.email } }).catch(() => null),
  ])
  return {
    view,
    addresses,
    methodId: new URL(request.url).searchParams.get('method') ?? undefined,
    buyer: { email: user.email, name: account?.name ?? user.name, phone: account?.phone ?? '' },
  }
})

export function HydrateFallback() {
  return <PageFallback title={TITLE} label="Loading your order" />
}

/** From the cart to a placed order, on one page that is filled in for who has ordered before. */
export default function Checkout({ loaderData }: Route.ComponentProps) {
  const { view, buyer } = loaderData
  const { revalidate } = useRevalidator()
  // Another tab may change the cart. Of one that is empty now, the button says which order it has become.
  const follow = useEffectEvent(() => {
    const revision = notedRevision() ?? 0
    if (revision !== 0 && revision !== view.cart?.revision) void revalidate()
  })
  useEffect(() => subscribeToCart(() => follow()), [])
  return (
    <Page>
      <PageHeading title={TITLE} />
      {view.lines.length === 0 ? (
        <EmptyState title="Your cart is empty" text="An order that you have placed is in My Orders.">
          <LinkButton variant="primary" to={paths.parts}>
            Browse parts
          </LinkButton>
          <LinkButton to={paths.myOrders}>My Orders</LinkButton>
        </EmptyState>
      ) : (
        <CheckoutForm key={buyer.email} {...loaderData} />
      )}
    </Page>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <Page>
      <LoadProblem title={TITLE} error={error} back={{ to: paths.cart(), label: 'Cart' }} />
    </Page>
  )
}
