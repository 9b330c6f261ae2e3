import { z } from 'zod'
import { ImageHostProblem, type ImageRecords, type ImageStore } from '#domain/products/image-store.ts'
import { readPictureUrl } from '#domain/products/picture-sources.ts'
import { encodePicture } from './encode-picture.ts'

/** The upload endpoint of the service. `url` and `key` come from IMAGE_HOST_URL and IMAGE_HOST_KEY. */
export type ImageHostSettings = {
  url: string
  key: string
  records: ImageRecords
  /** Timeout of the whole response, in ms. */
  timeoutMs?: number
}

/** The part of the service's response that we read. Only https: a page of the store must never load anything else. */
const HostAnswer = z.object({ data: z.object({ url: z.url({ protocol: /^https$/ }).max(2000) }) })

/**
 * Pictures at a hosted image service that speaks the imgbb protocol: `POST <url>?key=…`, multipart field `image`,
 * answer `{ data: { url } }`. It receives only the re-encoded picture, never the upload.
 */
export function createHostedImages({ url, key, records, timeoutMs = 10_000 }: ImageHostSettings): ImageStore {
  const host = new URL(url).host
  const target = new URL(url)
  target.searchParams.set('key', key)

  return {
    async put(bytes, uploadedBy = null) {
      const { width, height, variants } = await encodePicture(bytes, 'one webp')
      const [webp] = variants
      if (!webp) throw new Error('The picture process made no WebP.')
      const hosted = await send(target, webp.bytes, timeoutMs)
      await records.add({ key: hosted, width, height, uploadedBy })
      return { url: hosted, width, height }
    },

    // Many services serve pictures from another host than they upload to, so the record decides first.
    // A picture that this store stored on its own disk before a service was configured stays its own.
    async owns(picture) {
      const own = readPictureUrl(picture)
      if (await records.has(own?.key ?? picture)) return true
      return own === null && isServedBy(host, picture)
    },
  }
}

/** True for an https address on exactly this host (name and port), without a user or password in it. */
function isServedBy(host: string, picture: string): boolean {
  const url = URL.parse(picture)
  return url?.protocol === 'https:' && url.host === host && url.username === '' && url.password === ''
}

/** Sends one picture. Error messages never contain the address, because the key is part of it. */
async function send(target: URL, webp: Uint8Array<ArrayBuffer>, timeoutMs: number): Promise<string> {
  const form = new FormData()
  form.set('image', new Blob([webp], { type: 'image/webp' }), 'picture.webp')
  let status: number
  let answer: unknown
  try {
    // A redirect would leak the key to another host.
    const response = await fetch(target, {
      method: 'POST',
      body: form,
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    })
    status = response.status
    answer = await response.json().catch((error: unknown) => {
      if (error instanceof SyntaxError) return null
      throw error
    })
  } catch (error) {
    if (error instanceof Error && error.name === 'TimeoutError')
      throw new ImageHostProblem(
        'timeout',
        `The image service did not answer within ${timeoutMs / 1000} seconds.`,
      )
    throw new ImageHostProblem('unavailable', 'The image service cannot be reached.', { cause: error })
  }
  if (status >= 500) throw new ImageHostProblem('unavailable', `The image service answered ${status}.`)
  const parsed = HostAnswer.safeParse(answer)
  if (status >= 400 || !parsed.success)
    throw new ImageHostProblem('failed', `The image service did not store the picture (status ${status}).`)
  return parsed.data.data.url
}
