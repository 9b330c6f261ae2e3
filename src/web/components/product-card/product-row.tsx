import { Link } from 'react-router'
import { CONDITION_LABELS } from '#domain/products/specification-text.ts'
import { countUnits } from '#domain/products/unit.ts'
import * as paths from '#paths.ts'
import { Thumbnail } from '../../layout/picture.tsx'
import { unbrokenUnits } from '../../ui/unbroken-units.ts'
import { AddToCart } from '../cart/add-to-cart.tsx'
import { CardFitLine } from '../fit/card-fit-pill.tsx'
import type { CardFit } from '../fit/card-fit.ts'
import { Price } from './price.tsx'
import type { ProductCardView } from './product-card-view.ts'
import { StockStatus } from './stock-status.tsx'

/**
 * A part as a row of a list, about 100 px high, for comparing. The whole row is a link to the part's page,
 * with 'Add to Cart' on top of it where it can be ordered. `fit` says whether it fits the vehicle; `eager`
 * for rows above the fold.
 */
export function ProductRow({
  product,
  fit,
  eager,
}: {
  product: ProductCardView
  fit: CardFit | undefined
  eager: boolean
}) {
  const name = `name-${product.slug}`
  return (
    <article className="product-row">
      <Thumbnail url={product.picture} eager={eager} />
      <div className="sm:@container">
        <h2 id={name}>
          <Link to={paths.part(product)} prefetch="intent">
            {unbrokenUnits(product.name)}
          </Link>
        </h2>
        <p>
          {product.partNumber && <span className="part-tag">{product.partNumber}</span>} {product.brand}
          {product.condition && ` · ${CONDITION_LABELS[product.condition]}`}
          {/* Where they fit on this line: as many rows fit the first screen with them. */}
          {product.specifications && (
            <span className="-ml-1 hidden @min-[30rem]:inline">· {product.specifications}</span>
          )}
        </p>
        <CardFitLine fit={fit} />
      </div>
      <div>
        <div>
          <p>
            <Price product={product} className="product-row-price" />
          </p>
          <p>{`per ${product.unit}`}</p>
          {product.minOrder > 1 && <p>{`Minimum order: ${countUnits(product.minOrder, product.unit)}`}</p>}
        </div>
        <div>
          <StockStatus product={product} />
          {product.stock === 'in_stock' && (
            <AddToCart
              parts={[{ productId: product.id, quantity: product.minOrder }]}
              name={product.name}
              describedBy={name}
              size="sm"
              className="relative"
            />
          )}
        </div>
      </div>
    </article>
  )
}
