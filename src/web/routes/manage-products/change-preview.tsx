import type { ManagedProduct } from '#domain/products/product.ts'

/** A value before and after a change. Without `after` the change is unknown yet, or invalid (`problem`). */
type Preview = { before: string; after?: string; problem?: string }

/** Previews a bulk change product by product. Scrollable, including by keyboard. */
export function ChangePreview({
  products,
  previewOf,
}: {
  products: readonly ManagedProduct[]
  previewOf: (product: ManagedProduct) => Preview
}) {
  const lines = products.map((product) => ({ ...product, ...previewOf(product) }))
  return (
    <div
      role="group"
      aria-label="Preview"
      tabIndex={0}
      className="max-h-[min(16rem,35vh)] overflow-y-auto rounded-md border border-line bg-surface px-3"
    >
      <ul className="divide-y divide-line">
        {lines.map(({ _id, name, before, after, problem }) => (
          <li key={_id} className="flex flex-wrap items-baseline justify-between gap-x-4 py-2">
            <span className="min-w-0 wrap-anywhere">{name}</span>
            <span className="ml-auto whitespace-nowrap tabular-nums">
              {before}
              {after && (
                <>
                  {' → '}
                  <strong>{after}</strong>
                </>
              )}
              {problem && <span className="font-medium text-danger"> → {problem}</span>}
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}
