import type { Shop } from '#domain/shop.ts'

/**
 * The store records its own pictures as paths (`/images/…`), which is all its pages need. API clients may
 * live on another host, so the API returns absolute URLs and accepts both.
 */

/** Gives a value the absolute URL of its picture. */
export function withPictureUrl(shop: Pick<Shop, 'appUrl'>) {
  return <T extends { picture: string }>(value: T): T => ({
    ...value,
    picture: absoluteUrl(shop, value.picture),
  })
}

/** A path of this store as an absolute URL; other URLs, such as a hosted picture's, are unchanged. */
export function absoluteUrl(shop: Pick<Shop, 'appUrl'>, url: string): string {
  return url.startsWith('/') ? shop.appUrl() + url : url
}
