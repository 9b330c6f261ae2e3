type Format = 'avif' | 'webp'

const files = import.meta.glob<string>('./pictures/*.{avif,webp}', {
  eager: true,
  query: '?url&no-inline',
  import: 'default',
})

/**
 * The address of one of the store's own pictures (`npm run pictures` makes them). It holds a hash of the content, so that
 * browsers keep the file for ever. `width` in px. Throws when there is no such picture.
 */
export function sitePicture(name: string, width: number, format: Format): string {
  const url = files[`./pictures/${name}-${width}.${format}`]
  if (!url) throw new Error(`There is no picture ${name}-${width}.${format}.`)
  return url
}

/** The same picture in several widths, as `srcset` takes it. */
export function sitePictureSet(name: string, widths: readonly number[], format: Format): string {
  return widths.map((width) => `${sitePicture(name, width, format)} ${width}w`).join(', ')
}
