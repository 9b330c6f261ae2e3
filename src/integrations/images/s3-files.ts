import { createHash } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { AwsClient } from 'aws4fetch'
import { ImageHostError } from '#domain/products/image-store.ts'
import { readAtMost } from '../bounded-response.ts'
import type { StoredFiles } from './stored-files.ts'

/** A bucket of a server that speaks S3's protocol: the S3_… settings. */
export type BucketSettings = {
  /** The server's URL; undefined for Amazon's own in this region. */
  endpoint: string | undefined
  region: string
  bucket: string
  accessKeyId: string
  secretAccessKey: string
  /** True: the bucket is in the path (`host/bucket/…`); false: in the host (`bucket.host/…`). */
  pathStyle: boolean
  /** Timeout of one file, with its repetition, in ms. */
  timeoutMs: number
}

/** Maximum size of a file to read, in bytes. Our own are below 2 MB. */
const MAX_FILE_BYTES = 8 * 2 ** 20
/** Maximum size of an error response, in bytes. */
const MAX_ERROR_BYTES = 64 * 2 ** 10
/** Pause before the one repetition of a failed request, in ms. */
const PAUSE_MS = 300

/** A year, as for the store's own picture URLs: the URL changes with the content. */
const CACHE_CONTROL = 'public, max-age=31536000, immutable'

/**
 * Files in a bucket, as `images/<name>`. Every request is signed and has a timeout; redirects are not
 * followed. A request that fails in transit, or with 429 or 5xx, is repeated once. Every call throws
 * ImageHostError if the bucket fails or refuses.
 */
export function bucketFiles(settings: BucketSettings): StoredFiles {
  const { timeoutMs } = settings
  const base = addressOf(settings)
  let signer: Promise<AwsClient> | undefined

  /** The client is loaded with the first request: most stores have no bucket. */
  async function signed(name: string, init: RequestInit): Promise<Request> {
    signer ??= import('aws4fetch').then(
      ({ AwsClient: Client }) =>
        new Client({
          accessKeyId: settings.accessKeyId,
          secretAccessKey: settings.secretAccessKey,
          region: settings.region,
          service: 's3',
          retries: 0,
        }),
    )
    return (await signer).sign(`${base}/images/${name}`, init)
  }

  async function send(name: string, init: RequestInit, maxBytes = MAX_ERROR_BYTES): Promise<Response> {
    const signal = AbortSignal.timeout(timeoutMs)
    for (let attempt = 1; ; attempt += 1) {
      try {
        const unread = await fetch(await signed(name, init), { redirect: 'manual', signal })
        const response = await readAtMost(unread, unread.ok ? maxBytes : MAX_ERROR_BYTES)
        const isBusy = response.status === 429 || response.status >= 500
        if (!isBusy || attempt === 2) return response
      } catch (error) {
        if (signal.aborted)
          throw new ImageHostError(
            'timeout',
            `The picture storage did not respond within ${timeoutMs / 1_000} seconds. Try again in a minute.`,
          )
        if (attempt === 2)
          throw new ImageHostError(
            'unavailable',
            'The picture storage cannot be reached. Try again in a minute.',
            { cause: error },
          )
      }
      await delay(PAUSE_MS)
    }
  }

  async function has(name: string): Promise<boolean> {
    const { status } = await send(name, { method: 'HEAD' })
    if (status === 404) return false
    if (status === 200) return true
    throw refusal(status, '')
  }

  return {
    has,
    async add(name, bytes) {
      const response = await send(name, {
        method: 'PUT',
        body: Uint8Array.from(bytes),
        headers: {
          'content-type': name.endsWith('.avif') ? 'image/avif' : 'image/webp',
          'cache-control': CACHE_CONTROL,
          // The server refuses bytes that were changed in transit.
          'x-amz-content-sha256': createHash('sha256').update(bytes).digest('hex'),
        },
      })
      if (response.status !== 200) throw refusal(response.status, await response.text())
      return true
    },
    async read(name) {
      const response = await send(name, { method: 'GET' }, MAX_FILE_BYTES)
      if (response.status === 200) return Buffer.from(await response.arrayBuffer())
      const text = await response.text()
      if (response.status === 404 && codeIn(text) !== 'NoSuchBucket') return null
      throw refusal(response.status, text)
    },
    async remove(names) {
      for (const name of names) {
        const { status } = await send(name, { method: 'DELETE' })
        if (status >= 300 && status !== 404) throw refusal(status, '')
      }
    },
    // A file is durable once its PUT has succeeded.
    sync: () => Promise.resolve(),
  }
}

/** The bucket's URL, without a trailing slash. */
export function addressOf({ endpoint, region, bucket, pathStyle }: BucketSettings): string {
  const url = new URL(endpoint ?? `https://s3.${region}.amazonaws.com`)
  if (pathStyle) url.pathname = `${url.pathname.replace(/\/$/, '')}/${bucket}`
  else url.hostname = `${bucket}.${url.hostname}`
  return url.href.replace(/\/$/, '')
}

/** Why a bucket refused, in words for admins, with its own code for the owner; never with a key. */
function refusal(status: number, text: string): ImageHostError {
  if (status === 429 || status >= 500)
    return new ImageHostError(
      'unavailable',
      `The picture storage is not available at the moment (status ${status}). Try again in a minute.`,
    )
  const code = codeIn(text)
  return new ImageHostError(
    'failed',
    `The picture storage refused the store (${code ? `${code}, ` : ''}status ${status}). Its owner has to check the S3 settings.`,
  )
}

/** The code of an S3 error, such as NoSuchKey. */
function codeIn(text: string): string | undefined {
  return /<Code>(\w{1,100})<\/Code>/.exec(text)?.[1]
}
