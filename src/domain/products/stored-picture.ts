/**
 * The address of a picture as the store records it: a path for its own, without the store's address. Others stay, for the use case to judge.
 * @param appUrl the address of the store, without a trailing slash.
 */
export function storedPicture(appUrl: string, address: string): string {
  return address.startsWith(`${appUrl}/`) ? address.slice(appUrl.length) : address
}
