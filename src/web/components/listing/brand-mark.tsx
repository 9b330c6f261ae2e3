import type { ShownBrand } from '#domain/content/store-content.ts'
import { classNames } from '../../ui/class-names.ts'

/**
 * The logo of a brand, in the text color unless `hasOwnColors`, or its name as text. Logos in their own
 * colors need the white background that most are made for. `isNamed`: a text next to it has the name.
 */
export function BrandMark({
  brand: { name, logo },
  hasOwnColors,
  isNamed = false,
}: {
  brand: ShownBrand
  hasOwnColors: boolean
  isNamed?: boolean
}) {
  return logo ? (
    <img
      src={logo}
      alt={isNamed ? '' : name}
      width={160}
      height={48}
      loading="lazy"
      decoding="async"
      className={classNames(
        'aspect-[160/48] h-auto w-full max-w-44 object-contain',
        !hasOwnColors && 'in-one-color',
      )}
    />
  ) : (
    <span
      aria-hidden={isNamed || undefined}
      className="text-center font-display text-base leading-tight font-semibold wrap-anywhere sm:text-2xl"
    >
      {name}
    </span>
  )
}
