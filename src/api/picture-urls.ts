import { mapPictures } from '#domain/products/more-pictures.ts'
import { storedPicture } from '#domain/products/stored-picture.ts'
import type { Shop } from '#domain/shop.ts'

/**
 * The store records its own pictures as paths (`/images/…`), which is all its pages need. API clients may
 * live on another host, so the API returns absolute URLs and accepts both.
 */

/** Gives a value the absolute URLs of its pictures. */
export function withPictureUrl(shop: Pick<Shop, 'appUrl'>) {
  return <T extends { picture: string; morePictures?: string | undefined }>(value: T): T =>
    withPictures(value, (url) => absoluteUrl(shop, url))
}

/** Gives what has lines, such as a cart or a purchase, the absolute URLs of their pictures. */
export function withLinePictures(shop: Pick<Shop, 'appUrl'>) {
  return <T extends { lines: { picture: string }[] }>(value: T): T => ({
    ...value,
    lines: value.lines.map(withPictureUrl(shop)),
  })
}

/** A value with the pictures as the store records them: its own by path. */
export function withStoredPictures(shop: Pick<Shop, 'appUrl'>) {
  return <T extends Pictures>(value: T): T => withPictures(value, (url) => storedPicture(shop.appUrl(), url))
}

type Pictures = { picture?: string | undefined; morePictures?: string | undefined }

function withPictures<T extends Pictures>(value: T, change: (url: string) => string): T {
  const { picture, morePictures } = value
  return {
    ...value,
    ...(picture && { picture: change(picture) }),
    ...(morePictures && { morePictures: mapPictures(morePictures, change) }),
  }
}

/** A path of this store as an absolute URL; other URLs, such as a hosted picture's, are unchanged. */
export function absoluteUrl(shop: Pick<Shop, 'appUrl'>, url: string): string {
  return url.startsWith('/') ? shop.appUrl() + url : url
}
