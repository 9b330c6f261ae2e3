/** The port to the place where product pictures live. */
export type ImageStore = {
  /**
   * Keeps a picture: decodes the bytes, applies its orientation, strips metadata, encodes it anew in several widths.
   * The same picture is kept once and gets the same URL again.
   * @param uploadedBy the account that sent it; null when the store itself did.
   * @returns the immutable URL under which the picture is served.
   * @throws ImageRefused when the bytes are not a picture that we take.
   * @throws PictureFolderProblem when the disk did not take it.
   * @throws ImageHostProblem when a hosted service did not take it, or the machine has no time for it.
   */
  put(bytes: Uint8Array, uploadedBy?: string | null): Promise<StoredImage>
  /** True when the URL names a picture that `put` made (or the configured image host serves). */
  owns(url: string): Promise<boolean>
}

/** A kept picture: its URL, and its largest size in px. */
export type StoredImage = { url: string; width: number; height: number }

/**
 * The store's memory of the pictures it made. `key` is the content key of a picture on our own disk,
 * or the full URL of one that a hosted service keeps. Sizes in px.
 */
export type ImageRecords = {
  /** Remembers a picture; one that is known already stays as it is. */
  add(image: { key: string; width: number; height: number; uploadedBy: string | null }): Promise<void>
  has(key: string): Promise<boolean>
}

/** Why a picture was not taken. `unsupported` = not PNG, JPEG, WebP or AVIF by content; `unreadable` = broken or above 24 megapixels. */
export class ImageRefused extends Error {
  readonly reason: 'unsupported' | 'unreadable'
  constructor(reason: 'unsupported' | 'unreadable', message: string, options?: { cause?: unknown }) {
    super(message, options)
    this.name = 'ImageRefused'
    this.reason = reason
  }
}

/**
 * The picture was not kept, and not because of what it is: the hosted image service is unreachable, too slow (10 s limit) or answered
 * something else than a picture's URL, or this machine was too busy to open it within a minute.
 */
export class ImageHostProblem extends Error {
  readonly kind: 'unavailable' | 'timeout' | 'failed'
  constructor(kind: 'unavailable' | 'timeout' | 'failed', message: string, options?: { cause?: unknown }) {
    super(message, options)
    this.name = 'ImageHostProblem'
    this.kind = kind
  }
}

/** The folder of pictures cannot be used: its disk is full, or it is not there, not readable, not writable. Nothing was kept. */
export class PictureFolderProblem extends Error {
  readonly kind: 'full' | 'unusable'
  constructor(kind: 'full' | 'unusable', options: { cause: Error }) {
    super(`The folder of pictures is ${kind} (${options.cause.message})`, options)
    this.name = 'PictureFolderProblem'
    this.kind = kind
  }
}

/** Largest upload in bytes (5 MiB) and in pixels (24 megapixels). Source: contract, POST /images. */
export const MAX_IMAGE_BYTES = 5 * 1024 * 1024
export const MAX_IMAGE_PIXELS = 24_000_000
