import type { LookupAddress } from 'node:dns'
import { lookup } from 'node:dns/promises'
import http, { type IncomingMessage } from 'node:http'
import https from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { MAX_IMAGE_BYTES } from '#domain/products/image-store.ts'
import { PictureFetchError, type PictureFetcher } from '#domain/products/picture-fetcher.ts'
import { isPublicAddress } from './public-addresses.ts'

/** For all of one picture: its redirects, and its body. */
const TIMEOUT_MS = 15_000
const MAX_REDIRECTS = 3
const MAX_HEADER_BYTES = 16 * 1024

type FetcherOptions = {
  /** The host name of the store itself, which is never asked. */
  ownHost: () => string
  /** For tests, whose servers are on this machine. Default: public addresses on the usual ports. */
  isAllowed?: (address: string) => boolean
  ports?: readonly string[]
  resolve?: (host: string) => Promise<readonly LookupAddress[]>
  timeoutMs?: number
}

/**
 * Fetches pictures from the public internet only. A host name is resolved once, and the connection goes to
 * the addresses that were checked, so that a second answer of its name server changes nothing; each redirect
 * is checked like the first URL. Nothing of the store is sent: no cookies, no referrer, no proxy.
 */
export function createPictureFetcher({
  ownHost,
  isAllowed = isPublicAddress,
  ports = [''],
  resolve = (host) => lookup(host, { all: true, verbatim: true }),
  timeoutMs = TIMEOUT_MS,
}: FetcherOptions): PictureFetcher {
  /** @throws PictureFetchError for a URL that may not be asked. */
  async function addressesOf(url: URL): Promise<readonly LookupAddress[]> {
    if (url.protocol !== 'http:' && url.protocol !== 'https:')
      throw new PictureFetchError('Only http and https addresses can be fetched.')
    if (url.username !== '' || url.password !== '')
      throw new PictureFetchError('An address with a password in it is not fetched.')
    if (!ports.includes(url.port))
      throw new PictureFetchError('Only the usual ports, 80 and 443, are fetched.')
    // An IPv6 address is in brackets, and a name may end with a dot.
    const host = url.hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '')
    if (host === ownHost()) throw new PictureFetchError(NOT_PUBLIC)
    const family = isIP(host)
    const addresses = family === 0 ? await resolve(host) : [{ address: host, family }]
    if (addresses.length === 0 || !addresses.every(({ address }) => isAllowed(address)))
      throw new PictureFetchError(NOT_PUBLIC)
    return addresses
  }

  async function read(text: string, signal: AbortSignal): Promise<Uint8Array> {
    let url = text
    for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
      if (!URL.canParse(url)) throw new PictureFetchError('This is not a whole address.')
      const asked = new URL(url)
      const addresses = await untilAborted(addressesOf(asked), signal)
      const response = await request(asked, addresses, signal)
      const { statusCode = 0, headers } = response
      if (statusCode >= 300 && statusCode < 400 && headers.location !== undefined) {
        response.destroy()
        if (!URL.canParse(headers.location, asked))
          throw new PictureFetchError('It leads to no whole address.')
        url = new URL(headers.location, asked).href
        continue
      }
      try {
        return await readPicture(response)
      } finally {
        response.destroy()
      }
    }
    throw new PictureFetchError(`It leads on more than ${MAX_REDIRECTS} times.`)
  }

  return async (url, signal) => {
    const timeout = AbortSignal.timeout(timeoutMs)
    try {
      return await read(url, AbortSignal.any([signal, timeout]))
    } catch (error) {
      if (error instanceof PictureFetchError) throw error
      signal.throwIfAborted()
      const message = timeout.aborted
        ? `It did not arrive within ${timeoutMs / 1000} seconds.`
        : 'Its server cannot be reached.'
      throw new PictureFetchError(message, { cause: error })
    }
  }
}

const NOT_PUBLIC = 'Its server is not on the public internet.'

/** Sends the request to one of the addresses, which are not resolved again. */
function request(
  url: URL,
  addresses: readonly LookupAddress[],
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const checked: LookupFunction = (_, { all }, callback) => {
    const [first] = addresses
    if (all) callback(null, [...addresses])
    else callback(null, first?.address ?? '', first?.family)
  }
  const send = url.protocol === 'https:' ? https.request : http.request
  return new Promise((resolve, reject) => {
    const options = {
      // Its own connection, so that none to another address is used.
      agent: false,
      lookup: checked,
      signal,
      maxHeaderSize: MAX_HEADER_BYTES,
      headers: { Accept: 'image/*', 'Accept-Encoding': 'identity', 'User-Agent': 'Driveline' },
    }
    send(url, options, resolve).on('error', reject).end()
  })
}

/** Types that say picture, or nothing: S3 serves what was uploaded without a type as binary/octet-stream. */
const MAY_BE_PICTURE = /^(?:image\/|(?:application|binary)\/octet-stream\s*(?:;|$)|\s*$)/i

/** The body of a response that says nothing else of itself than a picture; the decoder looks at the bytes. */
async function readPicture(response: IncomingMessage): Promise<Uint8Array> {
  const { statusCode = 0, headers } = response
  if (statusCode !== 200) throw new PictureFetchError(`Its server responds with status ${statusCode}.`)
  if (!MAY_BE_PICTURE.test(headers['content-type'] ?? ''))
    throw new PictureFetchError('What is at this address is not a picture.')
  const tooLarge = () =>
    new PictureFetchError(
      `It is larger than ${MAX_IMAGE_BYTES / 2 ** 20} MB, the most that a picture may have.`,
    )
  if (Number(headers['content-length'] ?? 0) > MAX_IMAGE_BYTES) throw tooLarge()
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of response as AsyncIterable<Uint8Array>) {
    length += chunk.length
    if (length > MAX_IMAGE_BYTES) throw tooLarge()
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** Stops to wait once aborted: name servers cannot be told to. */
function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return Promise.race([
    work,
    new Promise<never>((_, reject) => {
      const stop = () => reject(new Error('aborted'))
      if (signal.aborted) stop()
      else signal.addEventListener('abort', stop, { once: true })
    }),
  ])
}
