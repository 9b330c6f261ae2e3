import { useEffect, useState } from 'react'
import type { CallResponse } from '#contract/call.ts'
import { showProduct } from '#contract/products.ts'
import { formatUsd } from '#domain/shared/money.ts'
import { api, ApiProblem } from '../../api-client/api-client.ts'
import { Alert } from '../../ui/alert.tsx'
import { LinkButton } from '../../ui/button.tsx'
import { orderedProductId } from '../login/login-address.ts'

type Product = CallResponse<typeof showProduct>

/** Tells a new customer that the account is ready, and leads back to `from`, which asked to sign in. */
export function AccountReady({ from }: { from: string }) {
  const id = orderedProductId(new URLSearchParams({ from }))
  // The part as it is sold now; null when it no longer is.
  const [product, setProduct] = useState<Product | null>()

  useEffect(() => {
    if (id === null) return
    api(showProduct, { params: { id } }).then(setProduct, (error: unknown) => {
      if (error instanceof ApiProblem && error.status === 404) setProduct(null)
    })
  }, [id])

  return (
    <div className="page-column py-4">
      <Alert tone="ok" title="Your account is ready.">
        {product === null ? (
          <p className="mt-1">The part that you came from is no longer sold.</p>
        ) : (
          <div className="mt-1 flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
            <p className="min-w-0 wrap-anywhere">
              Go on: {product ? `${product.name}, ${formatUsd(product.price)}` : nameOf(from)}
            </p>
            <LinkButton variant="primary" size="sm" to={from}>
              {id === null ? 'Go on' : 'Order'}
            </LinkButton>
          </div>
        )}
      </Alert>
    </div>
  )
}

/** What the pages are called that people sign up for. */
function nameOf(path: string): string {
  if (/^\/dashboard\/addReview/i.test(path)) return 'add your review'
  if (/^\/myGarage/i.test(path)) return 'your garage'
  if (/^\/part-list/i.test(path)) return 'your list of parts'
  if (/^\/purchase-product/i.test(path)) return 'the part that you came from'
  return 'the page that you came from'
}
