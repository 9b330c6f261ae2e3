import { plainWidth, readPictureUrl } from '#domain/products/picture-sources.ts'
import type { StoredFiles } from './stored-files.ts'

// Every servable name. No slash, no dot but the last, no escape: a name cannot lead out of the folder.
const servedPath = /^\/images\/(?<key>[0-9a-f]{32}-\d{1,4}x\d{1,4})-(?<width>\d{1,4})\.(?<format>avif|webp)$/

/**
 * Serves stored pictures: `/images/<key>.webp` and `/images/<key>-<width>.avif|webp`.
 * The type follows from our own file name, and the address changes with the content, so that browsers may cache it forever.
 * @returns null for any other method or path, and for a missing picture.
 */
export function servePictures(files: StoredFiles): (request: Request) => Promise<Response | null> {
  return async (request) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return null
    const file = fileOf(new URL(request.url).pathname)
    if (!file) return null
    const headers = new Headers({
      'Cache-Control': 'public, max-age=31536000, immutable',
      'Content-Type': file.type,
      'X-Content-Type-Options': 'nosniff',
      // Product pictures are public, and the API's clients show them on other hosts.
      'Cross-Origin-Resource-Policy': 'cross-origin',
      ETag: `"${file.name}"`,
    })
    const bytes = await files.read(file.name)
    if (!bytes) return null
    if (request.headers.get('If-None-Match') === `"${file.name}"`)
      return new Response(null, { status: 304, headers })
    headers.set('Content-Length', String(bytes.byteLength))
    return new Response(request.method === 'HEAD' ? null : bytes, { headers })
  }
}

function fileOf(pathname: string): { name: string; type: string } | null {
  const plain = readPictureUrl(pathname)
  if (plain) return { name: `${plain.key}-${plainWidth(plain.width)}.webp`, type: 'image/webp' }
  const named = servedPath.exec(pathname)?.groups
  if (!named) return null
  return { name: `${named.key}-${named.width}.${named.format}`, type: `image/${named.format}` }
}
