import { useState } from 'react'
import { useNavigate, useRevalidator } from 'react-router'
import { addAddress } from '#contract/addresses.ts'
import { checkOut } from '#contract/cart.ts'
import type { CheckoutInput } from '#domain/cart/checkout.ts'
import type { Quote } from '#domain/cart/quote.ts'
import { formatUsd } from '#domain/shared/money.ts'
import * as paths from '#paths.ts'
import { api, ApiProblem, problemText } from '../../api-client/api-client.ts'
import { useMutation } from '../../api-client/use-mutation.ts'
import { useOnce } from '../../api-client/use-once.ts'
import { noteCart } from '../../session/my-cart.ts'
import { whatChanged } from './what-changed.ts'

/** The alert above the button after a refusal. */
export type CheckoutProblem = {
  title: string
  text?: string
  /** What has changed, or is wrong with which part. */
  list?: readonly string[]
  link?: { to: string; label: string }
  /** The purchase that the cart has become. */
  purchaseId?: string
  /** The email address must be verified first. */
  unverified?: true
}

/** What is on the screen when the button is pressed. `save`: keeps the typed address for later orders. */
export type Intent = { body: CheckoutInput; save: boolean }

const NOT_PLACED = 'Your order was not placed'

/**
 * Places the order once per intent, and opens its payment. A refusal is shown at its field (`refuse`), or as
 * `problem` with what is new; nothing that was typed is lost.
 * @param onSaved receives the id of an address that was saved.
 */
export function usePlace({
  quote,
  reloadQuote,
  refuse,
  onSaved,
}: {
  quote: Quote | null
  reloadQuote: () => Promise<Quote | null>
  refuse: (fields: ApiProblem['errors']) => boolean
  onSaved: (addressId: string) => void
}) {
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  const once = useOnce()
  const [problem, setProblem] = useState<CheckoutProblem | null>(null)

  const { busy, send } = useMutation(
    async ({ body: { address, ...body }, save }: Intent) => {
      setProblem(null)
      if (!address || !save) return once(checkOut, { body: address ? { ...body, address } : body })
      const { insertedId: addressId } = await api(addAddress, { body: address })
      await revalidate()
      onSaved(addressId)
      // The phone is that of the address, as it would be for a saved one.
      return once(checkOut, { body: { ...body, addressId, phone: address.phone } })
    },
    {
      async next({ purchaseId }) {
        await navigate(paths.payment(purchaseId), { replace: true })
        noteCart({ count: 0, revision: 0 })
      },
      async failed(error) {
        setProblem(await explain(error))
        return null
      },
    },
  )

  /** Null when the message is at a field. */
  const explain = async (error: unknown): Promise<CheckoutProblem | null> => {
    const text = problemText(error)
    if (!(error instanceof ApiProblem)) return { title: NOT_PLACED, text }
    // The order may have been placed: the same idempotency key prevents a duplicate.
    if (error.code === 'network')
      return { title: 'The store didn’t answer', text: `${text} You will not order twice.` }
    const { purchaseId } = error.fields
    if (typeof purchaseId === 'string')
      return { title: text, purchaseId, link: { to: paths.order(purchaseId), label: 'See the order' } }
    if (error.code === 'cart_changed') {
      await revalidate()
      return explainTotal(text)
    }
    const lines = error.errors.filter(({ field }) => field.startsWith('lines.'))
    if (lines.length > 0) {
      await revalidate()
      const unverified = lines.some(({ code }) => code === 'email_not_verified')
      return {
        title: NOT_PLACED,
        list: lines.map(({ message }) => message),
        link: { to: paths.cart(), label: 'Change your cart' },
        ...(unverified && { unverified }),
      }
    }
    const fields = error.errors.map(({ field, ...rest }) => ({
      ...rest,
      field: field.replace(/^address\./, ''),
    }))
    if (refuse(fields)) return null
    if (error.code === 'too_many_unpaid_orders')
      return { title: NOT_PLACED, text, link: { to: paths.myOrders, label: 'My Orders' } }
    await Promise.all([revalidate(), reloadQuote()])
    return { title: NOT_PLACED, text }
  }

  const explainTotal = async (text: string): Promise<CheckoutProblem> => {
    const fresh = await reloadQuote()
    if (!quote || !fresh || fresh.total === quote.total) return { title: 'Your cart has changed', text }
    return {
      title: 'The total has changed',
      text: `It is now ${formatUsd(fresh.total)}; it was ${formatUsd(quote.total)}. Nothing was ordered.`,
      list: whatChanged(quote, fresh),
    }
  }

  return { busy, problem, place: (intent: Intent) => void send(intent) }
}
