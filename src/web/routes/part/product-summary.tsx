import { Link } from 'react-router'
import { listingSlug } from '#domain/products/listing-slug.ts'
import { minimumPrice } from '#domain/products/minimum-price.ts'
import { countUnits } from '#domain/products/unit.ts'
import { formatUsd } from '#domain/shared/money.ts'
import * as paths from '#paths.ts'
import { DetailList } from '../../components/detail-list/detail-list.tsx'
import { FitBadge } from '../../components/fit/fit-badge.tsx'
import { useFit } from '../../components/fit/use-fit.ts'
import { Price } from '../../components/product-card/price.tsx'
import { shortageText, StockStatus } from '../../components/product-card/stock-status.tsx'
import { LinkButton, TextLink } from '../../ui/button.tsx'
import { unbrokenUnits } from '../../ui/unbroken-units.ts'
import type { Route } from './+types/part'
import { OrderLink } from './order-link.tsx'

type Shown = Route.ComponentProps['loaderData']['product']

/** The part's name, price, fit, stock, order link and details. */
export function ProductSummary({ product }: { product: Shown }) {
  const { brand, category, partNumber, minOrder, unit, available, stock } = product
  const fit = useFit(product.id)
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
          per {unit} · minimum order {countUnits(minOrder, unit)}
        </span>
      </p>
      <p className="mt-3 flex min-h-11 flex-wrap items-center gap-2">
        <StockStatus product={product} />
        <FitBadge fit={fit} />
      </p>
      <div className="mt-3">
        {stock === 'in_stock' ? (
          <OrderLink id={product.id} size="lg" full />
        ) : (
          <NotOrderable product={product} />
        )}
      </div>
      <DetailList
        className="mt-6"
        details={[
          { name: 'Brand', value: brand },
          { name: 'Part number', value: partNumber },
          {
            name: 'Category',
            value: category && (
              <TextLink to={paths.listing('category', listingSlug(category))} className="-my-2.5 min-w-11">
                {category}
              </TextLink>
            ),
          },
          { name: 'Available quantity', value: countUnits(available, unit) },
          {
            name: 'Minimum order',
            value:
              countUnits(minOrder, unit) +
              (minOrder > 1 ? ` for ${formatUsd(minimumPrice(product.price, minOrder))}` : ''),
          },
        ]}
      />
    </section>
  )
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
        <LinkButton to={paths.contact}>Ask the counter</LinkButton>
      </p>
    </>
  )
}
