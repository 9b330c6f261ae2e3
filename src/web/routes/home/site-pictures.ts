type Format = 'avif' | 'webp'

const files = import.meta.glob<string>('../../pictures/*.{avif,webp}', {
  eager: true,
  query: '?url&no-inline',
  import: 'default',
})

/**
 * The URL of a picture that `tools/pictures/pictures.ts` made, with a hash of its content. `width` in px.
 * @throws for an unknown picture.
 */
export function sitePicture(name: string, width: number, format: Format): string {
  const url = files[`../../pictures/${name}-${width}.${format}`]
  if (!url) throw new Error(`There is no picture ${name}-${width}.${format}.`)
  return url
}

/** A `srcset` of the same picture in AVIF. */
export function sitePictureSet(name: string, widths: readonly number[]): string {
  return widths.map((width) => `${sitePicture(name, width, 'avif')} ${width}w`).join(', ')
}
