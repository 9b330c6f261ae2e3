import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'

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
  await new Promise<void>((resolve) => {
    let bytes = 0
    // An earlier reader would keep data that it no longer needs, and pause the rest.
    incoming.removeAllListeners('data')
    const end = () => {
      clearTimeout(all)
      clearTimeout(pause)
      incoming.off('data', count)
      for (const event of ['end', 'error', 'close']) incoming.off(event, end)
      resolve()
    }
    const count = (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes > maxBytes) end()
      else pause.refresh()
    }
    const all = setTimeout(end, allMs)
    const pause = setTimeout(end, pauseMs)
    incoming.on('data', count)
    for (const event of ['end', 'error', 'close']) incoming.once(event, end)
    incoming.resume()
  })
}
