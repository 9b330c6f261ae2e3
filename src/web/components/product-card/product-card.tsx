import { Link } from 'react-router'
import { countUnits } from '#domain/products/unit.ts'
import * as paths from '#paths.ts'
import { Picture } from '../../layout/picture.tsx'
import { LinkButton } from '../../ui/button.tsx'
import { unbrokenUnits } from '../../ui/unbroken-units.ts'
import { AddToCart } from '../cart/add-to-cart.tsx'
import { CardFitLine } from '../fit/card-fit-pill.tsx'
import type { CardFit } from '../fit/card-fit.ts'
import { Price } from './price.tsx'
import type { ProductCardView } from './product-card-view.ts'
import { StockStatus } from './stock-status.tsx'

// The rendered width: next to the text on a phone, above it from 640 px.
const PICTURE_SIZES = '(max-width: 639px) 8rem, (max-width: 1023px) 45vw, (max-width: 1300px) 30vw, 24rem'
/**
 * The widest file, in px: 45vw of a tablet at a pixel ratio of 2. A list states the files of each of its
 * parts.
 */
const WIDEST_PICTURE = 960

const PRICE = 'font-display text-2xl leading-none font-semibold tabular-nums sm:text-3xl'

/**
 * A product in a list. The whole card is a link to the part's page, with 'Add to Cart' on top of it where it
 * can be ordered, or with `hasOrderLink` 'Place Order'. `heading` is its heading level; `fit` says whether it
 * fits the vehicle; a null price is not known yet; `eager` for cards above the fold.
 */
export function ProductCard({
  product,
  heading: Heading = 'h3',
  fit,
  eager = false,
  hasOrderLink = false,
}: {
  product: Omit<ProductCardView, 'price'> & { price: number | null }
  heading?: 'h2' | 'h3'
  fit?: CardFit | undefined
  eager?: boolean
  hasOrderLink?: boolean
}) {
  const name = `name-${product.slug}`
  return (
    <article className="product-card">
      <Picture
        url={product.picture}
        sizes={PICTURE_SIZES}
        widest={WIDEST_PICTURE}
        eager={eager}
        className="self-start max-sm:rounded-br-lg sm:w-full"
      />
      <div className="flex min-w-0 flex-col gap-2 p-3 sm:grow sm:p-4 sm:pt-0">
        {product.partNumber && (
          <p className="flex sm:relative sm:-mt-3">
            <span className="part-tag">{product.partNumber}</span>
          </p>
        )}
        <Heading id={name} className="text-xl leading-tight sm:pt-1 sm:text-2xl">
          <Link
            to={paths.part(product)}
            prefetch="intent"
            className="no-underline after:absolute after:inset-0 hover:text-signal"
          >
            {unbrokenUnits(product.name)}
          </Link>
        </Heading>
        {product.brand && <p className="-mt-1 text-sm text-ink-soft">{product.brand}</p>}
        <CardFitLine fit={fit} />
        <p className="mt-auto flex flex-wrap items-baseline gap-x-1.5 pt-1">
          {product.price === null ? (
            <span className={PRICE}>$ –</span>
          ) : (
            <Price product={{ ...product, price: product.price }} className={PRICE} />
          )}
          <span className="text-sm text-ink-soft">{`per ${product.unit}`}</span>
        </p>
        <p className="text-sm text-ink-soft">{`Minimum order: ${countUnits(product.minOrder, product.unit)}`}</p>
      </div>
      <div className="product-card-foot">
        <p>
          <StockStatus product={product} />
        </p>
        {product.stock === 'in_stock' &&
          (hasOrderLink ? (
            <LinkButton
              className="relative shrink-0"
              to={paths.orderForm(product.id)}
              aria-describedby={name}
            >
              Place Order
            </LinkButton>
          ) : (
            <AddToCart
              parts={[{ productId: product.id, quantity: product.minOrder }]}
              name={product.name}
              describedBy={name}
              className="relative shrink-0"
            />
          ))}
      </div>
    </article>
  )
}
