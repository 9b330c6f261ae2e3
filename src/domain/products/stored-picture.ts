/**
 * The URL of a picture as the store records it: its own pictures by path only. Others stay unchanged, for the
 * use case to check.
 * @param appUrl the URL of the store, without a trailing slash.
 */
export function storedPicture(appUrl: string, url: string): string {
  return url.startsWith(`${appUrl}/`) ? url.slice(appUrl.length) : url
}
