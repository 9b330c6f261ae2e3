import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { listingSlug } from '#domain/products/listing-slug.ts'
import { minimumPrice } from '#domain/products/minimum-price.ts'
import { CONDITION_LABELS, specificationText } from '#domain/products/specification-text.ts'
import { countUnits } from '#domain/products/unit.ts'
import { formatUsd } from '#domain/shared/money.ts'
import { weightLabel } from '#domain/shared/weight.ts'
import * as paths from '#paths.ts'
import { AddToCart } from '../../components/cart/add-to-cart.tsx'
import { DetailList } from '../../components/detail-list/detail-list.tsx'
import { FitBadge } from '../../components/fit/fit-badge.tsx'
import type { MyFit } from '../../components/fit/use-fits.ts'
import { Price } from '../../components/product-card/price.tsx'
import { shortageText, StockStatus } from '../../components/product-card/stock-status.tsx'
import { useStore } from '../../layout/use-settings.ts'
import { LinkButton } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { unbrokenUnits } from '../../ui/unbroken-units.ts'
import type { Route } from './+types/part'
import { OrderChoice } from './order-link.tsx'

type Shown = Route.ComponentProps['loaderData']['product']

/** The id of the form that adds the part to the cart. */
export const ADD_FORM_ID = 'add-to-cart'

/**
 * The part's name, price, fit (null: not known), stock, order link and details. Without `hasVehicles` the fit
 * is not going to be known. `quantity`: what was typed; undefined until then, and for what is no quantity.
 */
export function ProductSummary({
  product,
  fit,
  hasVehicles,
  quantity,
  onQuantity,
}: {
  product: Shown
  fit: MyFit | null
  hasVehicles: boolean
  quantity: number | undefined
  onQuantity: (quantity: number | undefined) => void
}) {
  const { shipping, returns } = useStore()
  const field = useRef<HTMLInputElement>(null)
  // Typed before hydration.
  useEffect(() => {
    if (field.current) onQuantity(typedIn(field.current))
  }, [onQuantity])
  const { brand, partNumber, minOrder, unit, available, stock } = product
  const promises = [
    shipping,
    product.isGroundOnly && 'Ships by ground only.',
    product.isReturnable === false ? 'This part cannot be returned.' : returns,
  ]
    .filter(Boolean)
    .join(' ')
  return (
    <section aria-label="The part" className="min-w-0 md:col-start-2 md:row-span-2 md:row-start-1">
      <div className="flex flex-wrap items-center justify-between gap-x-3">
        {brand && (
          <p>
            <Link
              to={paths.listing('brand', listingSlug(brand))}
              className="eyebrow inline-flex min-h-11 items-center"
            >
              {brand}
            </Link>
          </p>
        )}
        {partNumber && <p className="part-tag">{partNumber}</p>}
      </div>
      <h1 className="mt-1 text-4xl sm:text-5xl">{unbrokenUnits(product.name)}</h1>
      <p className="mt-4 flex flex-wrap items-baseline gap-x-2">
        <Price product={product} className="font-display text-4xl leading-none font-semibold tabular-nums" />
        <span className="text-ink-soft">
          per {unit}
          {minOrder > 1 &&
            ` · minimum order ${countUnits(minOrder, unit)} for ${formatUsd(minimumPrice(product.price, minOrder))}`}
        </span>
      </p>
      {product.coreDeposit !== undefined && (
        <p className="mt-2">
          + {formatUsd(product.coreDeposit)} core deposit
          <span className="text-ink-soft">
            , refunded when you send back the old part within {product.coreDays} days
          </span>
        </p>
      )}
      <p className="mt-3 flex min-h-11 flex-wrap items-center gap-2">
        <StockStatus product={product} />
        {stock === 'in_stock' && (
          <span className="text-ink-soft">{countUnits(available, unit)} available</span>
        )}
        {/* Keeps its place until the verdict is loaded, so that the buttons below do not move. */}
        <span
          role="status"
          className={classNames(
            'flex min-h-11 basis-full flex-wrap items-center gap-2',
            fit || !hasVehicles ? 'empty:hidden' : 'has-car',
          )}
        >
          <FitBadge fit={fit} category={product.category} hasLink={fit?.verdict !== 'does_not_fit'} />
        </span>
      </p>
      <div data-order="" className="mt-3">
        {stock === 'in_stock' ? (
          <>
            <AddToCart
              id={ADD_FORM_ID}
              parts={[{ productId: product.id, quantity: minOrder }]}
              name={product.name}
              size="lg"
              full
              {...(fit?.verdict !== 'does_not_fit' && { variant: 'primary' })}
              className="flex flex-wrap gap-2 [&>button]:w-auto [&>button]:grow"
            >
              <input
                name="quantity"
                aria-label="Quantity"
                defaultValue={minOrder}
                inputMode="numeric"
                autoComplete="off"
                required
                pattern="[1-9][0-9]{0,5}"
                title="A whole number from 1"
                ref={field}
                onChange={({ target }) => onQuantity(typedIn(target))}
                className="w-20 shrink-0 rounded-md border border-line-strong bg-raised text-center tabular-nums hover:border-ink"
              />
            </AddToCart>
            <div className="mt-2 flex gap-2 empty:hidden max-sm:flex-col">
              <OrderChoice product={product} fit={fit} quantity={quantity} size="lg" full />
            </div>
          </>
        ) : (
          <NotOrderable product={product} />
        )}
      </div>
      {promises !== '' && <p className="mt-4 text-ink-soft">{promises}</p>}
      <h2 className="mt-6 mb-2 text-2xl">Specifications</h2>
      <DetailList
        details={[
          ...product.facts.map((fact) => ({ name: fact.name, value: specificationText(fact) })),
          { name: 'Condition', value: CONDITION_LABELS[product.condition] },
          { name: 'Shipping weight', value: product.weightGrams && weightLabel(product.weightGrams) },
          { name: 'Replaces', value: product.replaces.join(', '), className: 'font-mono text-sm' },
        ]}
      />
    </section>
  )
}

function typedIn({ validity, value, defaultValue }: HTMLInputElement): number | undefined {
  return validity.valid && value !== defaultValue ? Number(value) : undefined
}

function NotOrderable({ product }: { product: Shown }) {
  const { category } = product
  return (
    <>
      <p>{shortageText(product)}</p>
      <p className="mt-3 flex flex-wrap gap-3">
        {category && (
          <LinkButton to={paths.listing('category', listingSlug(category))}>More {category}</LinkButton>
        )}
        <LinkButton to={paths.contact}>Contact us</LinkButton>
      </p>
    </>
  )
}
