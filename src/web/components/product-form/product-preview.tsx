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
          hasOrderLink
          product={{
            id: 'preview',
            slug: 'preview',
            brand: values.brand.trim(),
            unit: values.unit.trim() || PIECE,
            picture: values.picture,
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

function integerOr(number: number | undefined, otherwise: number): number {
  return number !== undefined && Number.isInteger(number) && number >= 0 ? number : otherwise
}
