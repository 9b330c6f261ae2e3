import { pictureSources, thumbnailSources } from '#domain/products/picture-sources.ts'
import { classNames } from '../ui/class-names.ts'
import { useSettings } from './use-settings.ts'

const BOX = 'picture-shade block aspect-4/3 overflow-hidden bg-[#f2f2f2]'

/** The size assumed for pictures of unknown size (external URLs), in px. */
const ASSUMED_SIZE = { width: 960, height: 720 }

/**
 * A product picture, uncropped in a 4:3 box with a placeholder color. `sizes` is the value of `<img sizes>`.
 * `alt` is empty where the name is shown next to it. `eager` for pictures above the fold. `widest`: for
 * `pictureSources`; default all widths.
 */
export function Picture({
  url,
  sizes,
  alt = '',
  eager = false,
  widest,
  className,
}: {
  url: string
  sizes: string
  widest?: number
  alt?: string
  eager?: boolean
  className?: string
}) {
  const { pictures } = useSettings()
  const {
    src,
    avif,
    webp,
    width = ASSUMED_SIZE.width,
    height = ASSUMED_SIZE.height,
  } = pictureSources(url, pictures, widest)
  return (
    <picture className={classNames(BOX, className)}>
      {avif && <source type="image/avif" srcSet={avif} sizes={sizes} />}
      {/* Every browser that supports <picture> supports WebP. */}
      <img
        {...(webp && { srcSet: webp, sizes })}
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

/** A product picture at most 320 px wide, next to the product's name. `eager` above the fold. */
export function Thumbnail({ url, eager = false }: { url: string; eager?: boolean }) {
  const { src, avif } = thumbnailSources(url, useSettings().pictures)
  return (
    <picture className={BOX}>
      {avif && <source type="image/avif" srcSet={avif} />}
      <img
        src={src}
        alt=""
        width={320}
        height={240}
        loading={eager ? 'eager' : 'lazy'}
        decoding="async"
        className="size-full object-contain"
      />
    </picture>
  )
}
