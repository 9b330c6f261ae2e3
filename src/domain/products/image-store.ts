/** The port to the storage of product pictures. */
export type ImageStore = {
  /**
   * Stores a picture: decodes the bytes, applies its orientation, strips metadata and encodes it in several
   * widths. The same picture is stored once, under one URL.
   * @param uploadedBy the uploading account; null for the store itself.
   * @returns the immutable URL under which the picture is served.
   * @throws ImageRefusedError when the bytes are not an accepted picture.
   * @throws PictureFolderError when it cannot be written to disk.
   * @throws ImageHostError when the bucket or the hosted service does not store it, or the machine is
   * overloaded.
   */
  put(bytes: Uint8Array, uploadedBy?: string | null): Promise<StoredImage>
  /** The URLs of pictures that `put` made or the configured image host serves. */
  filterOwned(urls: readonly string[]): Promise<ReadonlySet<string>>
  /**
   * The base of picture URLs that begin with `/images/`: the public URL of the bucket, without a trailing
   * slash, or '' for the store itself.
   */
  publicBase(): string
  /** Deletes the files of abandoned uploads and updates `publicBase`. Called by the jobs. */
  maintain(): Promise<void>
}

/** Where a picture is: a folder of this machine, an S3-compatible bucket, or a hosted image service. */
export type PictureLocation = 'disk' | 's3' | 'host'

/** A stored picture: its URL, and its largest size in px. */
export type StoredImage = { url: string; width: number; height: number }

/**
 * Records of the pictures that this store made. `key` is the content key of a picture on our own disk or in
 * our bucket, or the full URL of one that a hosted service stores. Sizes in px.
 */
export type ImageRecords = {
  /** Records a picture whose files are all stored. If it is already recorded, its place is updated. */
  add(image: ImageRecord): Promise<void>
  /** The keys that are recorded. */
  filterRecorded(keys: readonly string[]): Promise<ReadonlySet<string>>
  /** The place of a picture, and its URL at the hosted service if it has moved; null when not recorded. */
  find(key: string): Promise<{ place: PictureLocation; movedTo: string | null } | null>
  /** Whether every picture with a content key is in the bucket. */
  areAllInBucket(): Promise<boolean>
  /** Records that files of this picture may be in the bucket from now on, until `add`. */
  beginUpload(key: string): Promise<void>
  /**
   * Ends uploads that began more than `olderThanMs` ago, one at a time: calls `remove` unless the picture was
   * recorded. During that time, no upload of the same picture begins.
   */
  endAbandonedUploads(olderThanMs: number, remove: (key: string) => Promise<void>): Promise<void>
}

export type ImageRecord = {
  key: string
  width: number
  height: number
  uploadedBy: string | null
  place: PictureLocation
}

/**
 * A picture was refused. `unsupported`: not PNG, JPEG, WebP or AVIF by content; `unreadable`: broken or above
 * 24 megapixels.
 */
export class ImageRefusedError extends Error {
  readonly reason: 'unsupported' | 'unreadable'
  constructor(reason: 'unsupported' | 'unreadable', message: string, options?: { cause?: unknown }) {
    super(message, options)
    this.name = 'ImageRefusedError'
    this.reason = reason
  }
}

/**
 * The picture was not stored (or not read from a bucket) for a reason other than its content: the bucket or
 * the hosted image service is unreachable, too slow or refuses the store, or this machine was too busy to
 * decode it within a minute.
 */
export class ImageHostError extends Error {
  readonly kind: 'unavailable' | 'timeout' | 'failed'
  constructor(kind: 'unavailable' | 'timeout' | 'failed', message: string, options?: { cause?: unknown }) {
    super(message, options)
    this.name = 'ImageHostError'
    this.kind = kind
  }
}

/**
 * Nothing was stored: the disk of the pictures is full, or their folder is missing, unreadable or read-only.
 */
export class PictureFolderError extends Error {
  readonly kind: 'full' | 'unusable'
  constructor(kind: 'full' | 'unusable', options: { cause: Error }) {
    super(`The folder of pictures is ${kind} (${options.cause.message})`, options)
    this.name = 'PictureFolderError'
    this.kind = kind
  }
}

/** The largest upload: 5 MiB. A limit of POST /images. */
export const MAX_IMAGE_BYTES = 5 * 1024 * 1024
/** The largest uploaded picture: 24 megapixels. */
export const MAX_IMAGE_PIXELS = 24_000_000
