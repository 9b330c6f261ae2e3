import type { Shop } from '#domain/shop.ts'

/**
 * The store records its own pictures as paths (`/images/…`), which is all its pages need. API clients may
 * live on another host, so the API returns absolute URLs and accepts both.
 */

type HasPicture = { picture: string }

/** The same with its picture as an absolute URL. */
export function withPictureUrl<T extends HasPicture>(shop: Pick<Shop, 'appUrl'>, value: T): T {
  return { ...value, picture: absoluteUrl(shop, value.picture) }
}

/** A path of this store as an absolute URL; other addresses, such as a hosted picture's, stay. */
export function absoluteUrl(shop: Pick<Shop, 'appUrl'>, address: string): string {
  return address.startsWith('/') ? shop.appUrl() + address : address
}
