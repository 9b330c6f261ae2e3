import { useState } from 'react'
import { showProduct } from '#contract/products.ts'
import { type ShownProduct, stockState } from '#domain/products/product.ts'
import { formatUsd } from '#domain/shared/money.ts'
import * as paths from '#paths.ts'
import { api, ApiProblem } from '../../api-client/api-client.ts'
import { AddToCart } from '../../components/cart/add-to-cart.tsx'
import type { MyFit } from '../../components/fit/use-fits.ts'
import { shortageText } from '../../components/product-card/stock-status.tsx'
import { focusOnMount } from '../../layout/route-change-effects.ts'
import { LinkButton } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { OrderForm } from './order-form.tsx'
import { type PlacedOrder, OrderPlaced } from './order-placed.tsx'
import type { Buyer } from './use-place-order.ts'

/** The order form, the confirmation, or why there is no form. */
export function OrderPanel({
  product,
  isGone,
  buyer,
  quantity,
  fit,
  onProduct,
  onGone,
}: {
  product: ShownProduct
  isGone: boolean
  buyer: Buyer
  /** The quantity in units from the link. */
  quantity: number | undefined
  fit: MyFit | null
  onProduct: (fresh: ShownProduct) => void
  onGone: () => void
}) {
  const [placed, setPlaced] = useState<PlacedOrder | null>(null)
  const orderable = stockState(product) === 'in_stock'

  const reload = async (): Promise<ShownProduct> => {
    try {
      const fresh = await api(showProduct, { params: { id: product._id } })
      onProduct(fresh)
      return fresh
    } catch (error) {
      if (error instanceof ApiProblem && error.status === 404) onGone()
      throw error
    }
  }
  const order = (done: PlacedOrder) => {
    setPlaced(done)
    // Refreshes the stock; if that fails, the order is placed all the same.
    reload().catch(() => undefined)
  }

  return (
    <Card className="md:sticky md:top-6 md:row-span-2">
      {placed ? (
        <OrderPlaced order={placed} onAgain={orderable && !isGone ? () => setPlaced(null) : null} />
      ) : isGone ? (
        <Gone />
      ) : orderable && product.cartOnly ? (
        <CartOnly product={product} quantity={quantity} />
      ) : orderable ? (
        <OrderForm
          product={product}
          buyer={buyer}
          quantity={quantity}
          fit={fit}
          reload={reload}
          onPlaced={order}
          onGone={onGone}
        />
      ) : (
        <NotOrderable product={product} />
      )}
    </Card>
  )
}

/** In place of the form when the product was removed. */
function Gone() {
  return (
    <div ref={focusOnMount} tabIndex={-1} role="alert" className="flex flex-col gap-3 outline-none">
      <h2 className="text-3xl">This part is gone</h2>
      <p>It was discontinued while you were looking at it. Nothing was ordered.</p>
      <LinkButton variant="primary" to={paths.parts} className="mt-2 self-start">
        Browse other parts
      </LinkButton>
    </div>
  )
}

/** In place of the form for a part that is ordered with a cart. */
function CartOnly({ product, quantity = 1 }: { product: ShownProduct; quantity: number | undefined }) {
  return (
    <div className="flex flex-col gap-3">
      <h2 className="text-3xl">Order with your cart</h2>
      <p>
        {product.coreDeposit !== undefined
          ? `This part has a core deposit of ${formatUsd(product.coreDeposit)}, which we refund for the old part.`
          : 'The delivery of this part depends on where it goes.'}{' '}
        Add it to your cart: the checkout shows everything that you pay.
      </p>
      <AddToCart
        parts={[{ productId: product._id, quantity: Math.max(quantity, product.minOrder) }]}
        name={product.name}
        variant="primary"
        size="lg"
        full
      />
    </div>
  )
}

/** A message instead of a form that the store would refuse. */
function NotOrderable({ product }: { product: ShownProduct }) {
  return (
    <div role="status" className="flex flex-col gap-3">
      <h2 className="text-3xl">{product.available === 0 ? 'Sold out' : 'Too few left to order'}</h2>
      <p>{shortageText(product)}</p>
      <div className="mt-2 flex flex-wrap gap-3">
        <LinkButton variant="primary" to={paths.parts}>
          Browse other parts
        </LinkButton>
        <LinkButton to={paths.contact}>Contact us</LinkButton>
      </div>
    </div>
  )
}
