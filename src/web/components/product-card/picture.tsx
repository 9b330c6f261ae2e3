import { pictureSources } from '#domain/products/picture-sources.ts'
import { classNames } from '../../ui/class-names.ts'

/** The shape of a product picture when its own is unknown (a foreign address), in px. */
const USUAL = { width: 960, height: 720 }

/**
 * A product's picture, whole, in a place of 4:3 that is there, in a calm colour, before the picture is. `sizes` says how wide it is
 * shown, as for `<img sizes>`. `alt` is empty where the name stands beside it. `eager` for pictures on the first screen.
 */
export function Picture({
  url,
  sizes,
  alt = '',
  eager = false,
  className,
}: {
  url: string
  sizes: string
  alt?: string
  eager?: boolean
  className?: string
}) {
  const { src, avif, webp, width = USUAL.width, height = USUAL.height } = pictureSources(url)
  return (
    <picture className={classNames('picture-shade block aspect-4/3 overflow-hidden bg-[#f2f2f2]', className)}>
      {avif && <source type="image/avif" srcSet={avif} sizes={sizes} />}
      {webp && <source type="image/webp" srcSet={webp} sizes={sizes} />}
      <img
        src={src}
        alt={alt}
        width={width}
        height={height}
        loading={eager ? 'eager' : 'lazy'}
        decoding="async"
        className="size-full object-contain"
      />
    </picture>
  )
}
