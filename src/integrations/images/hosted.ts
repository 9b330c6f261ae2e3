import { setTimeout as delay } from 'node:timers/promises'
import { z } from 'zod'
import { codeOf } from '#config/thrown-error.ts'
import { ImageHostError, type ImageRecords, type ImageStore } from '#domain/products/image-store.ts'
import { readAtMost } from '../bounded-response.ts'
import { encodePicture } from './run-picture-process.ts'

/** The upload endpoint of the service. `url` and `key` come from IMAGE_HOST_URL and IMAGE_HOST_KEY. */
export type ImageHostSettings = {
  url: string
  key: string
  records: Pick<ImageRecords, 'add'>
  /** Timeout of the whole response, in ms. */
  timeoutMs: number
}

/**
 * The part of the service's response that we read. Only https: a page of the store must never load anything
 * else.
 */
const HostResponse = z.object({ data: z.object({ url: z.url({ protocol: /^https$/ }).max(2000) }) })

/** Maximum size of a response, in bytes. */
const MAX_RESPONSE_BYTES = 64 * 2 ** 10
/** Pause before an upload that was certainly not stored is sent once more, in ms. */
const PAUSE_MS = 500

export type HostedImages = Pick<ImageStore, 'put'> & {
  /** True for an https URL on exactly this host (name and port), without a user or password in it. */
  serves(url: string): boolean
  /**
   * Sends an encoded WebP, and returns its URL at the service. Records nothing.
   * @throws ImageHostError.
   */
  send(webp: Uint8Array<ArrayBuffer>): Promise<string>
}

/**
 * Pictures at a hosted image service that speaks the imgbb protocol: `POST <url>?key=…`, multipart field
 * `image`, response `{ data: { url } }`. It receives only the re-encoded picture, never the upload.
 */
export function createHostedImages({ url, key, records, timeoutMs }: ImageHostSettings): HostedImages {
  const host = new URL(url).host
  const target = new URL(url)
  target.searchParams.set('key', key)

  return {
    send: (webp) => send(target, webp, timeoutMs),

    async put(bytes, uploadedBy = null) {
      const { width, height, variants } = await encodePicture(bytes, 'one webp')
      const [webp] = variants
      if (!webp) throw new Error('The picture process made no WebP.')
      const hosted = await send(target, webp.bytes, timeoutMs)
      await records.add({ key: hosted, width, height, uploadedBy, place: 'host' })
      return { url: hosted, width, height }
    },

    serves: (picture) => isServedBy(host, picture),
  }
}

function isServedBy(host: string, picture: string): boolean {
  const url = URL.parse(picture)
  return url?.protocol === 'https:' && url.host === host && url.username === '' && url.password === ''
}

/**
 * Sends one picture. It is sent once more if the service cannot have stored it: nothing listened, or the
 * response was 429 or 503. After any other failure it may be stored, and would be stored twice. Error
 * messages never contain the URL, because the key is part of it.
 */
async function send(target: URL, webp: Uint8Array<ArrayBuffer>, timeoutMs: number): Promise<string> {
  const signal = AbortSignal.timeout(timeoutMs)
  const first = await attempt(target, webp, signal, timeoutMs)
  if (first.isSafeToRepeat) await delay(PAUSE_MS)
  const { status, body } = first.isSafeToRepeat ? await attempt(target, webp, signal, timeoutMs) : first
  if (status === 0)
    throw new ImageHostError('unavailable', 'The image service cannot be reached. Try again in a minute.')
  if (status === 429)
    throw new ImageHostError(
      'unavailable',
      'The image service accepts no more pictures at the moment (status 429).',
    )
  if (status >= 500) throw new ImageHostError('unavailable', `The image service responded with ${status}.`)
  // Following the redirect would send the key to another URL.
  if (status >= 300 && status < 400)
    throw new ImageHostError(
      'failed',
      `The image service has moved (status ${status}): set IMAGE_HOST_URL to its new URL.`,
    )
  const parsed = HostResponse.safeParse(body)
  if (status >= 400 || !parsed.success)
    throw new ImageHostError('failed', `The image service did not store the picture (status ${status}).`)
  return parsed.data.data.url
}

/** Status 0: nothing listened. `body`: null if it is not JSON. */
async function attempt(
  target: URL,
  webp: Uint8Array<ArrayBuffer>,
  signal: AbortSignal,
  timeoutMs: number,
): Promise<{ status: number; body: unknown; isSafeToRepeat: boolean }> {
  const form = new FormData()
  form.set('image', new Blob([webp], { type: 'image/webp' }), 'picture.webp')
  try {
    const unread = await fetch(target, { method: 'POST', body: form, redirect: 'manual', signal })
    const { status } = unread
    const response = await readAtMost(unread, MAX_RESPONSE_BYTES)
    // What is not JSON fails the schema.
    const body: unknown = await response.json().catch(() => null)
    return { status, body, isSafeToRepeat: status === 429 || status === 503 }
  } catch (error) {
    if (signal.aborted)
      throw new ImageHostError(
        'timeout',
        `The image service did not respond within ${timeoutMs / 1_000} seconds.`,
      )
    if (wasNeverConnected(error)) return { status: 0, body: null, isSafeToRepeat: true }
    throw new ImageHostError(
      'unavailable',
      'The image service did not accept the picture: it closed the connection, or its response was too long. Try again in a minute.',
      { cause: error },
    )
  }
}

function wasNeverConnected(error: unknown): boolean {
  const { cause } = error instanceof Error ? error : {}
  return ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'UND_ERR_CONNECT_TIMEOUT'].includes(
    codeOf(cause),
  )
}
