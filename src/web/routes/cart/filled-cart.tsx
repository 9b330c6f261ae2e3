import * as paths from '#paths.ts'
import { pathWithQuery } from '#paths.ts'
import { useSession } from '../../session/session.ts'
import { TextLink } from '../../ui/button.tsx'
import { CarChips } from './car-chips.tsx'
import { LineRow } from './line-row.tsx'
import type { CartView } from './shown-cart.ts'
import { CartBar } from './summary/cart-bar.tsx'
import { Summary } from './summary/summary.tsx'
import { useSummary } from './summary/use-summary.ts'
import type { useCart } from './use-cart.ts'

/** The lines of a cart, and what it costs: in a card, and on a phone in a bar too. */
export default function FilledCart({
  view,
  setQuantity,
  remove,
}: { view: CartView } & Pick<ReturnType<typeof useCart>, 'setQuantity' | 'remove'>) {
  const { status } = useSession()
  const summary = useSummary(view)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-8 lg:grid-cols-[minmax(0,1fr)_22rem]">
      <section aria-labelledby="parts" className="min-w-0">
        <h2 id="parts" tabIndex={-1} className="sr-only">
          Parts
        </h2>
        <CarChips lines={view.lines} />
        <ul className="flex flex-col gap-3">
          {view.lines.map((line) => (
            <LineRow key={line.productId} line={line} setQuantity={setQuantity} remove={remove} />
          ))}
        </ul>
        {status === 'signed-out' && (
          <p className="mt-4 text-ink-soft">
            This cart is in this browser.{' '}
            <TextLink to={pathWithQuery(paths.login, { from: paths.cart() })} className="text-ink">
              Log in
            </TextLink>{' '}
            to keep it on every device.
          </p>
        )}
      </section>
      <Summary summary={summary} />
      <CartBar summary={summary} />
    </div>
  )
}
