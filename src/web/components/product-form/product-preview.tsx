import { ProductInput, stockState } from '#domain/products/product.ts'
import { PIECE } from '#domain/products/unit.ts'
import { ProductCard } from '../product-card/product-card.tsx'
import { productInput, type ProductTexts } from './product-texts.ts'

/** The card as customers will see it, from the current form values. Not interactive. */
export function ProductPreview({ values }: { values: ProductTexts }) {
  const { price, listPrice, available, minOrder } = productInput(values)
  const least = Math.max(1, integerOr(minOrder, 1))
  const stock = { available: integerOr(available, least), minOrder: least }
  return (
    <section aria-label="Preview of the card" className="xl:sticky xl:top-6">
      <p className="eyebrow mb-3">As customers see it</p>
      <div inert className="max-w-88">
        <ProductCard
          product={{
            id: 'preview',
            slug: 'preview',
            brand: values.brand.trim(),
            unit: values.unit.trim() || PIECE,
            picture: values.picture || BLANK_PICTURE,
            name: values.name.trim() || 'Product Name',
            price: ProductInput.shape.price.safeParse(price).data ?? null,
            ...saleOf(price, listPrice),
            partNumber: values.partNumber.trim(),
            ...stock,
            stock: stockState(stock),
          }}
        />
      </div>
    </section>
  )
}

/** The price before the sale while both prices are valid. */
function saleOf(price: number | undefined, listPrice: number | null | undefined) {
  const isSale = typeof listPrice === 'number' && price !== undefined && listPrice > price
  return isSale && ProductInput.shape.listPrice.safeParse(listPrice).success ? { listPrice } : {}
}

/** Graph paper in place of a missing picture. */
const BLANK_PICTURE =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='320' height='240'%3E%3Cpath d='M20 0v240m20 0V0m20 0v240m20 0V0m20 0v240m20 0V0m20 0v240m20 0V0m20 0v240m20 0V0m20 0v240m20 0V0m20 0v240m20 0V0m20 0v240M0 20h320m0 20H0m0 20h320m0 20H0m0 20h320m0 20H0m0 20h320m0 20H0m0 20h320m0 20H0m0 20h320' stroke='%23dcd6c9'/%3E%3C/svg%3E"

function integerOr(number: number | undefined, otherwise: number): number {
  return number !== undefined && Number.isInteger(number) && number >= 0 ? number : otherwise
}
