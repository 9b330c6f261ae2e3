import { Readable } from 'node:stream'

/** Text as the body of a response: each chunk is produced when the client can receive it. */
export function textStream(chunks: AsyncIterable<string>): ReadableStream {
  return Readable.toWeb(Readable.from(encoded(chunks))) as ReadableStream
}

async function* encoded(chunks: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder()
  for await (const piece of chunks) yield encoder.encode(piece)
}
