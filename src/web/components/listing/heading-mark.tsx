import type { ShownBrand } from '#domain/content/store-content.ts'
import { classNames } from '../../ui/class-names.ts'

/**
 * The logo of the brand of a list, in the line of its heading, which has the brand's name; nothing without
 * one. As in BrandMark, logos in their own colors are on white.
 */
export function HeadingMark({ brand: { logo }, hasOwnColors }: { brand: ShownBrand; hasOwnColors: boolean }) {
  if (!logo) return null
  return (
    <img
      src={logo}
      alt=""
      width={160}
      height={48}
      className={classNames(
        'mb-3 h-auto w-24 shrink-0 rounded-md object-contain sm:w-36',
        hasOwnColors ? 'border border-line bg-[#fff] p-2' : 'in-one-color',
      )}
    />
  )
}
