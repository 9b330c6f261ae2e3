import { pictureOrDrawing } from '#domain/products/category-drawing.ts'
import { type Product, stockState } from '#domain/products/product.ts'
import { countUnits } from '#domain/products/unit.ts'
import * as paths from '#paths.ts'
import { DetailList } from '../../components/detail-list/detail-list.tsx'
import { FitBadge } from '../../components/fit/fit-badge.tsx'
import type { MyFit } from '../../components/fit/use-fits.ts'
import { Price } from '../../components/product-card/price.tsx'
import { StockStatus } from '../../components/product-card/stock-status.tsx'
import { Picture } from '../../layout/picture.tsx'
import { TextLink } from '../../ui/button.tsx'
import { StatusPill } from '../../ui/status-pill.tsx'
import { unbrokenUnits } from '../../ui/unbroken-units.ts'

/**
 * A product's picture, name, price per unit, stock and minimum order, and whether it fits the saved vehicle.
 */
export function ProductSheet({
  product,
  fit,
  isGone,
}: {
  product: Product
  fit: MyFit | null
  /** The product is no longer sold. */
  isGone: boolean
}) {
  const kind = [product.brand, product.category].filter(Boolean).join(' · ')
  return (
    <section aria-label="The part" className="min-w-0">
      <div className="flex flex-wrap items-center justify-between gap-3">
        {kind && <p className="eyebrow">{kind}</p>}
        {product.partNumber && <p className="part-tag">{product.partNumber}</p>}
      </div>
      <h1 className="mt-3 text-4xl sm:text-5xl">{unbrokenUnits(product.name)}</h1>
      {!isGone && <TextLink to={paths.part(product)}>Part details</TextLink>}
      <div className="mt-4 flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2">
        <p className="flex flex-wrap items-baseline gap-x-2">
          <Price
            product={product}
            className="font-display text-4xl leading-none font-semibold tabular-nums"
          />
          <span className="text-ink-soft">per {product.unit}</span>
        </p>
        <div className="flex flex-wrap items-center gap-2">
          {isGone ? (
            <StatusPill>No longer sold</StatusPill>
          ) : (
            <StockStatus product={{ ...product, stock: stockState(product) }} />
          )}
          <FitBadge fit={fit} category={product.category} />
        </div>
      </div>
      <div className="relative mt-6 crop-marks p-2 max-sm:max-w-56 sm:p-3">
        <Picture
          url={pictureOrDrawing(product)}
          sizes="(max-width: 639px) 13rem, (max-width: 767px) 92vw, (max-width: 1240px) 52vw, 42rem"
          eager
          alt={product.name}
        />
      </div>
      <DetailList
        className="mt-5"
        details={[
          {
            name: 'Available quantity',
            value: isGone ? undefined : countUnits(product.available, product.unit),
          },
          { name: 'Minimum order', value: countUnits(product.minOrder, product.unit) },
        ]}
      />
    </section>
  )
}
