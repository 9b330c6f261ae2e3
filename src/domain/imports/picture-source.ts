/** Where pictures come from. A name that is not the address of a picture of this store is a file. */
export type PictureSource = {
  /** Why pictures cannot be taken, of those that cannot. Writes nothing. */
  check(pictures: readonly string[]): Promise<ReadonlyMap<string, string>>
  /** Stores a file, and returns its address. Throws ImageRefusedError when it is not a picture. */
  store(picture: string): Promise<string>
  isFile(picture: string): boolean
  /** A named picture as products have it: the store's own are paths, and may be named by their whole address. */
  asStored(picture: string): string
}
