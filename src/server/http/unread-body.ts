import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'

/** Maximum bytes of a refused body that are read (64 MiB), as long as they arrive without a pause. */
const MAX_BYTES = 64 * 1024 * 1024
/**
 * Longest pause between two chunks, and longest total time, in ms, as in nginx's lingering_timeout and
 * lingering_time.
 */
const PAUSE_MS = 5_000
const ALL_MS = 30_000

/**
 * Reads and discards the rest of a body that the store has refused, before the refusal is sent. Most clients
 * read no response before they have sent everything, and closing the connection earlier loses the response
 * (RFC 9112, section 9.6): a large picture sent over a slow line would end as "no connection" instead of
 * "larger than 5 MB". Resolves when the body has ended or a limit is reached.
 */
export async function discardUnreadBody(
  incoming: Readable & Pick<IncomingMessage, 'complete' | 'headers'>,
  { maxBytes = MAX_BYTES, pauseMs = PAUSE_MS, allMs = ALL_MS } = {},
): Promise<void> {
  if (incoming.complete || incoming.destroyed) return
  if (Number(incoming.headers['content-length'] ?? 0) > maxBytes) return
  const giveUp = new AbortController()
  const pause = setTimeout(() => giveUp.abort(), pauseMs)
  const all = setTimeout(() => giveUp.abort(), allMs)
  let bytes = 0
  const count = (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes > maxBytes) giveUp.abort()
    else pause.refresh()
  }
  // An earlier reader would keep data that it no longer needs, and pause the rest.
  incoming.removeAllListeners('data').on('data', count).resume()
  // Aborted at a limit, or by the client: in either case, the refusal is next.
  await finished(incoming, { cleanup: true, signal: giveUp.signal }).catch(() => undefined)
  clearTimeout(pause)
  clearTimeout(all)
  incoming.off('data', count)
}
