import { Readable } from 'node:stream'

/**
 * An XML document that is sent while it is made, as fast as the client reads it. It ends with an error when `parts` throws, so that half a
 * document is not taken for a whole one.
 */
export function xmlResponse(parts: AsyncIterable<string>): Response {
  const body = Readable.toWeb(Readable.from(encoded(parts), { highWaterMark: 1 })) as ReadableStream
  return new Response(body, { headers: { 'Content-Type': 'application/xml; charset=utf-8' } })
}

async function* encoded(parts: AsyncIterable<string>) {
  const encoder = new TextEncoder()
  yield encoder.encode('<?xml version="1.0" encoding="UTF-8"?>\n')
  for await (const part of parts) yield encoder.encode(part)
}
