import { Link } from 'react-router'
import { countUnits, factorText } from '#domain/products/unit.ts'
import { formatCents, formatUsd } from '#domain/shared/money.ts'
import * as paths from '#paths.ts'
import { CardFitPill } from '../../components/fit/card-fit-pill.tsx'
import type { CardFit } from '../../components/fit/card-fit.ts'
import { StockStatus } from '../../components/product-card/stock-status.tsx'
import { Picture } from '../../layout/picture.tsx'
import { LinkButton } from '../../ui/button.tsx'
import { unbrokenUnits } from '../../ui/unbroken-units.ts'
import { type Line, orderOf } from './orderable-total.ts'

/**
 * One line of a list: the parts with its number, or that there is none. `fits`: whether they fit the saved
 * vehicle, by part id.
 */
export function ListedLine({
  line: { text, number, quantity, parts },
  fits,
}: {
  line: Line
  fits: Readonly<Record<string, CardFit>>
}) {
  return (
    <li className="rounded-lg border border-line bg-raised p-3 sm:p-4">
      <p className="font-mono text-sm wrap-anywhere text-ink-soft">{text}</p>
      {parts.length === 0 && (
        <p className="mt-1">
          We don’t carry a part with this number.{' '}
          <Link to={paths.search({ q: number.slice(0, 100) })} className="underline underline-offset-4">
            Search for {number.slice(0, 100)}
          </Link>
        </p>
      )}
      {parts.map((product) => (
        <ListedProduct key={product.id} product={product} quantity={quantity} fit={fits[product.id]} />
      ))}
    </li>
  )
}

const REPLACEMENT_TEXTS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    OE: 'Replaces the car maker’s',
    competitor: 'Replaces',
    superseded: 'Succeeds',
  }),
)

function ListedProduct({
  product,
  quantity,
  fit,
}: {
  product: Line['parts'][number]
  quantity: number
  fit: CardFit | undefined
}) {
  const { totalCents, problem } = orderOf(product, quantity)
  const replaces = REPLACEMENT_TEXTS.get(product.matched.kind)
  const isOrderable = quantity > 0 && product.stock === 'in_stock'
  return (
    <div className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-3 border-t border-line pt-3 first-of-type:border-0 first-of-type:pt-0">
      <Picture url={product.picture} sizes="5rem" className="w-20 shrink-0 rounded-sm border border-line" />
      <div className="min-w-0 grow basis-40">
        <h3 className="text-xl leading-tight">
          <Link to={paths.part(product)} className="underline-offset-4 hover:text-signal">
            {unbrokenUnits(product.name)}
          </Link>
        </h3>
        <p className="text-sm text-ink-soft">
          {[product.brand, product.partNumber].filter(Boolean).join(', ')}
          {replaces && ` · ${replaces} ${product.matched.number ?? ''}`}
        </p>
        <p className="mt-1.5 flex flex-wrap items-center gap-x-3 gap-y-1.5">
          <StockStatus product={product} />
          {fit && <CardFitPill fit={fit} />}
          {quantity === 0 && <span>The quantity must be a whole number from 1 to 99,999</span>}
          {isOrderable && problem && (
            <span>
              {problem === 'below_min_order'
                ? `Minimum order: ${countUnits(product.minOrder, product.unit)}`
                : problem === 'insufficient_stock'
                  ? `Only ${countUnits(product.available, product.unit)} available`
                  : 'Too much for one order'}
            </span>
          )}
        </p>
      </div>
      {quantity > 0 && (
        <p className="ml-auto text-right tabular-nums">
          <span className="block font-display text-2xl leading-none font-semibold">
            {formatCents(totalCents)}
          </span>
          <span className="text-sm text-ink-soft">
            {factorText(quantity, product.unit)} × {formatUsd(product.price)}
          </span>
        </p>
      )}
      {isOrderable && (
        <LinkButton
          className="max-sm:w-full"
          to={paths.orderForm(product.id, quantity)}
          aria-label={`Place Order: ${product.name}`}
        >
          Place Order
        </LinkButton>
      )}
    </div>
  )
}
