import { useState } from 'react'
import { placeOrder } from '#contract/orders.ts'
import { OrderVehicle, type PlaceOrderInput } from '#domain/orders/order.ts'
import type { Product } from '#domain/products/product.ts'
import { formatUsd } from '#domain/shared/money.ts'
import type { VehicleQuery } from '#domain/vehicles/vehicle.ts'
import * as paths from '#paths.ts'
import { ApiProblem, problemText } from '../../api-client/api-client.ts'
import { useMutation } from '../../api-client/use-mutation.ts'
import { orderTotal } from './live-order.ts'
import type { PlacedOrder } from './order-placed.tsx'

/** The alert above the button after a refusal. */
export type OrderProblem = {
  title: string
  text: string
  link?: { to: string; label: string }
  /** The email address must be verified first. */
  unverified?: true
}

/** The customer: name and email from the session, address and phone from the profile, possibly blank. */
export type Buyer = { name: string; email: string; address: string; phone: string }

/** The product, the buyer, and callbacks for the outcome. */
export type Purchase = {
  product: Product
  buyer: Buyer
  /** Fetches the product again after its price or stock turned out to be stale. */
  reload: () => Promise<Product>
  onPlaced: (order: PlacedOrder) => void
  /** The product is no longer sold. */
  onGone: () => void
}

/**
 * Places the order, once per intent. Refusals become field errors (`refuse`) or an alert (`problem`).
 * `vehicle`: what the customer orders it for, if that is known.
 */
export function usePlaceOrder(
  { product, buyer, reload, onPlaced, onGone }: Purchase,
  refuse: (fields: readonly { field: string; message: string }[]) => boolean,
  vehicle: VehicleQuery | undefined,
) {
  const [problem, setProblem] = useState<OrderProblem | null>(null)

  const { busy, send } = useMutation(placeOrder, {
    done: 'Order success',
    next: ({ insertedId, number }, { body }) =>
      onPlaced({
        id: insertedId,
        number,
        productName: product.name,
        quantity: Number(body.orderQty),
        unit: product.unit,
        total: orderTotal(product, Number(body.orderQty)),
      }),
    async failed(error) {
      setProblem(await explain(error))
      return null
    },
  })
  const place = async (input: Omit<PlaceOrderInput, 'productId' | 'totalPrice'>) => {
    setProblem(null)
    // The total as shown: the store refuses it when its own price differs.
    const body = {
      productId: product._id,
      picture: product.picture,
      productName: product.name,
      totalPrice: orderTotal(product, input.orderQty),
      customerName: buyer.name,
      customerEmail: buyer.email,
      // The browser may have saved anything: it must not prevent the order.
      vehicle: OrderVehicle.safeParse(vehicle).data,
      ...input,
    }
    await send({ body })
  }

  /** Null when the message is shown elsewhere: at a field, or instead of the form. */
  const explain = async (error: unknown): Promise<OrderProblem | null> => {
    const text = problemText(error)
    const notPlaced = { title: 'Your order was not placed', text }
    if (!(error instanceof ApiProblem)) return notPlaced
    // The order may have been placed: the same idempotency key prevents a duplicate.
    if (error.code === 'network')
      return { title: 'The store didn’t answer', text: `${text} You will not order twice.` }
    if (error.code === 'price_changed') {
      const fresh = await reload().catch(() => null)
      if (!fresh) return { title: 'The price has changed', text: `${text} Reload the page to see it.` }
      return {
        title: 'The price has changed',
        text: `The price per ${fresh.unit} is now ${formatUsd(fresh.price)}; it was ${formatUsd(product.price)}. Nothing was ordered. Look at the new total, then press Order Now again.`,
      }
    }
    if (error.code === 'insufficient_stock' || error.code === 'below_min_order') {
      // The refusal is shown even without the new stock.
      await reload().catch(() => null)
      refuse([{ field: 'orderQty', message: text }])
      return null
    }
    if (error.code === 'not_found') {
      onGone()
      return null
    }
    if (error.code === 'too_many_unpaid_orders')
      return { ...notPlaced, link: { to: paths.myOrders, label: 'My Orders' } }
    if (error.code === 'email_not_verified') return { ...notPlaced, unverified: true }
    return refuse(error.errors) ? null : notPlaced
  }

  return { busy, problem, place }
}
