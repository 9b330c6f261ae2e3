/** The source of an import's pictures. A name that is not the URL of a picture of this store is a file. */
export type PictureSource = {
  /** The pictures that cannot be used, each with the reason. Writes nothing. */
  check(pictures: readonly string[]): Promise<ReadonlyMap<string, string>>
  /**
   * Stores a file and returns its URL.
   * @throws ImageRefusedError when it is not a picture.
   */
  store(picture: string): Promise<string>
  isFile(picture: string): boolean
  /** A picture as products store it: the store's own are paths, and may be given by their absolute URL. */
  asStored(picture: string): string
}
