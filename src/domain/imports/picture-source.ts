/**
 * The source of an import's pictures. A name that is not the URL of a picture of this store is a file, or a
 * picture on another server.
 */
export type PictureSource = {
  /** Called with the pictures of a batch of lines, before all else. */
  prepare?(pictures: readonly string[]): Promise<void>
  /** The pictures that cannot be used, each with the reason. Writes nothing. */
  check(pictures: readonly string[]): Promise<ReadonlyMap<string, string>>
  /**
   * Stores a file, or what is at a URL, and returns the store's own URL.
   * @throws ImageRefusedError when it is not a picture, PictureFetchError when it could not be fetched.
   */
  store(picture: string): Promise<string>
  isFile(picture: string): boolean
  /** Whether a part is imported without this picture if it cannot be stored. */
  isOptional(picture: string): boolean
  /** The pictures of a part whose line names none. */
  ofPart?(partNumber: string): readonly string[]
  /** The names of pictures that no line has used. */
  unused?(): readonly string[]
  /** A picture as products store it: the store's own are paths, and may be given by their absolute URL. */
  asStored(picture: string): string
}
