import * as web from 'node:stream/web'

/** Text as the body of a response: each chunk is produced when the client can receive it. */
export function textStream(chunks: AsyncIterable<string>): ReadableStream {
  return web.ReadableStream.from(chunks).pipeThrough(new web.TextEncoderStream()) as ReadableStream
}
