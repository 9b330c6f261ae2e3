import { useState } from 'react'
import { data } from 'react-router'
import { showAccount } from '#contract/accounts.ts'
import { listFitments, showProduct } from '#contract/products.ts'
import type { ShownProduct } from '#domain/products/product.ts'
import { type Fitment, MAX_FITMENTS } from '#domain/vehicles/fitment.ts'
import * as paths from '#paths.ts'
import { api, ApiProblem } from '../../api-client/api-client.ts'
import { signedInLoader, toLogin } from '../../api-client/protected-loader.ts'
import { useFit } from '../../components/fit/use-fits.ts'
import { PageFallback } from '../../layout/page-fallback.tsx'
import { Page } from '../../layout/page.tsx'
import { pageTitle } from '../../layout/public-meta.ts'
import type { RouteHandle } from '../../route-handle.ts'
import { signOut } from '../../session/session.ts'
import { ProductError } from '../part/product-error.tsx'
import type { Route } from './+types/purchase-product'
import { FittingVehicles } from './fitting-vehicles.tsx'
import { readPieces } from './live-order.ts'
import { OrderPanel } from './order-panel.tsx'
import { ProductSheet } from './product-sheet.tsx'

export const handle = { access: 'signed-in' } satisfies RouteHandle

export const meta: Route.MetaFunction = (args) => [
  { title: pageTitle(args, args.loaderData?.product.name ?? 'Order a part') },
]

export const clientLoader = signedInLoader(async ({ request, params }: Route.ClientLoaderArgs, { user }) => {
  const [product, account, fitments] = await Promise.all([
    findProduct(request, params.id),
    // Without the profile fewer fields are prefilled.
    api(showAccount, { params: { email: user.email } }).catch(() => null),
    findFitments(params.id),
  ])
  return {
    product,
    fitments,
    quantity: readPieces(new URL(request.url).searchParams.get('quantity') ?? ''),
    buyer: {
      name: account?.name ?? user.name,
      email: user.email,
      address: account?.address ?? '',
      phone: account?.phone ?? '',
    },
  }
})

/** @throws a 404 for an unknown product; on 401 and 403 signs out and throws a redirect to /login. */
async function findProduct(request: Request, id: string): Promise<ShownProduct> {
  try {
    return await api(showProduct, { params: { id } })
  } catch (error) {
    const status = error instanceof ApiProblem ? error.status : 0
    if (status === 404) throw data(null, { status: 404 })
    if (status !== 401 && status !== 403) throw error
    // The session has ended here, even if the store cannot be told.
    await signOut('session-ended').catch(() => undefined)
    throw toLogin(request)
  }
}

/** The product's first fitments; null when they cannot be loaded, as ordering does not need them. */
function findFitments(id: string): Promise<Fitment[] | null> {
  return api(listFitments, { params: { id }, query: { first: MAX_FITMENTS } }).catch(() => null)
}

export function HydrateFallback() {
  return <PageFallback title="Order a part" label="Loading this part" />
}

/** A product's details and its order form. */
export default function PurchaseProduct({ loaderData }: Route.ComponentProps) {
  const { product, buyer } = loaderData
  return <Purchase key={product._id + buyer.email} loaded={loaderData} />
}

function Purchase({ loaded }: { loaded: Route.ComponentProps['loaderData'] }) {
  const [product, setProduct] = useState(loaded.product)
  const [fitments, setFitments] = useState(loaded.fitments)
  // Removed while the user was viewing it.
  const [isGone, setGone] = useState(false)
  const fit = useFit(product._id)
  const reloadFitments = async () => {
    const found = await findFitments(product._id)
    setFitments(found)
    return found !== null
  }
  return (
    <Page className="grid grid-cols-[minmax(0,1fr)] items-start gap-8 md:grid-cols-[minmax(0,7fr)_minmax(0,6fr)] md:grid-rows-[auto_1fr] lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)] lg:gap-x-12">
      <ProductSheet product={product} fit={fit} isGone={isGone} />
      <OrderPanel
        product={product}
        isGone={isGone}
        buyer={loaded.buyer}
        quantity={loaded.quantity}
        fit={fit}
        onProduct={setProduct}
        onGone={() => setGone(true)}
      />
      {/* On a phone below the form, which people come for. */}
      <div className="flex min-w-0 flex-col gap-7">
        <section aria-labelledby="about">
          <h2 id="about" className="mb-2 text-2xl">
            About this part
          </h2>
          <p className="max-w-prose whitespace-pre-line">{product.about}</p>
        </section>
        <FittingVehicles product={product} fitments={fitments} reload={reloadFitments} />
      </div>
    </Page>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ProductError title="Order a part" error={error} back={{ to: paths.parts, label: 'Browse parts' }} />
}
