import type { CartView } from '../shown-cart.ts'
import { CartBar } from './cart-bar.tsx'
import { Summary } from './summary.tsx'
import { useSummary } from './use-summary.ts'

/** What the cart costs: a card, and on a phone a bar too. */
export default function Costs({ view }: { view: CartView }) {
  const summary = useSummary(view)
  return (
    <>
      <Summary summary={summary} />
      <CartBar summary={summary} />
    </>
  )
}
