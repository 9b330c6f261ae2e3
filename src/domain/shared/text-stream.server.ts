import { Readable } from 'node:stream'

/** Text as the body of a response: each piece is made when the client has room for it. */
export function textStream(pieces: AsyncIterable<string>): ReadableStream {
  return Readable.toWeb(Readable.from(encoded(pieces))) as ReadableStream
}

async function* encoded(pieces: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder()
  for await (const piece of pieces) yield encoder.encode(piece)
}
