import { pictureUrl, plainWidth, readPictureUrl, storedWidths } from '#domain/products/picture-sources.ts'

// Every servable name. With no slash, only one dot and no escape, a name cannot lead out of the folder.
const servedPath = /^\/images\/(?<key>[0-9a-f]{32}-\d{1,4}x\d{1,4})-(?<width>\d{1,4})\.(?<format>avif|webp)$/

/**
 * Serves stored pictures: `/images/<key>.webp` and `/images/<key>-<width>.avif|webp`. The type follows from
 * our own file name, and the URL changes with the content, so that browsers may cache it forever.
 * @param read the bytes of a file, or the URL that the picture has moved to; null if there is none.
 * @returns null for any other method or path, and for a missing picture.
 */
export function servePictures(
  read: (file: PictureFile) => Promise<Buffer<ArrayBuffer> | string | null>,
): (request: Request) => Promise<Response | null> {
  return async (request) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return null
    const file = fileOf(new URL(request.url).pathname)
    if (!file) return null
    const bytes = await read(file)
    if (typeof bytes === 'string')
      return new Response(null, { status: 302, headers: { Location: bytes, 'Cache-Control': 'no-cache' } })
    if (!bytes) return null
    const headers = new Headers({
      'Cache-Control': 'public, max-age=31536000, immutable',
      'Content-Type': file.type,
      'X-Content-Type-Options': 'nosniff',
      // Product pictures are public, and the API's clients show them on other hosts.
      'Cross-Origin-Resource-Policy': 'cross-origin',
      ETag: `"${file.name}"`,
    })
    if (request.headers.get('If-None-Match') === `"${file.name}"`)
      return new Response(null, { status: 304, headers })
    headers.set('Content-Length', String(bytes.byteLength))
    return new Response(request.method === 'HEAD' ? null : bytes, { headers })
  }
}

/** The file of a picture that a URL refers to. */
export type PictureFile = { name: string; key: string; type: string }

/**
 * The file that a path refers to, whether it exists or not. Only widths in which pictures of that size are
 * stored.
 */
function fileOf(pathname: string): PictureFile | null {
  const plain = readPictureUrl(pathname)
  if (plain)
    return { name: `${plain.key}-${plainWidth(plain.width)}.webp`, key: plain.key, type: 'image/webp' }
  const { key, width, format } = servedPath.exec(pathname)?.groups ?? {}
  const picture = key === undefined ? null : readPictureUrl(pictureUrl(key))
  if (!picture || !storedWidths(picture.width).includes(Number(width))) return null
  return { name: `${key}-${width}.${format}`, key: picture.key, type: `image/${format}` }
}
