/**
 * The port that fetches a picture from another server: at most MAX_IMAGE_BYTES, not decoded.
 * @param signal stops it.
 * @throws PictureFetchError when there is none, or when the address may not be asked.
 */
export type PictureFetcher = (url: string, signal: AbortSignal) => Promise<Uint8Array>

/** A picture could not be fetched; the message says why, to the admin who gave its URL. */
export class PictureFetchError extends Error {
  override name = 'PictureFetchError'
}

/** Whether a text is the URL of a picture on another server: http or https. */
export const isWebUrl = (text: string) => /^https?:\/\//i.test(text)
