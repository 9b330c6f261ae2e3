import type { RouterContextProvider } from 'react-router'
import { textStream } from '#domain/shared/text-stream.server.ts'
import { cacheTagsContext } from '../../page-context.ts'

/** Characters generated before any are sent: more than those that precede the database's first rows. */
const MIN_BEGINNING = 4_096

/**
 * An XML document of products, streamed while it is generated, as fast as the client reads it. It ends with
 * an error when `chunks` throws, so that half a document is not taken for a complete one. Its beginning is
 * awaited, so that an unreachable database leads to a 503.
 */
export async function xmlResponse(
  context: Readonly<RouterContextProvider>,
  chunks: AsyncGenerator<string>,
): Promise<Response> {
  // The document shows only whether a part can be ordered; a change of that also changes the products' tag.
  context.set(cacheTagsContext, ['products'])
  let beginning = '<?xml version="1.0" encoding="UTF-8"?>\n'
  while (beginning.length < MIN_BEGINNING) {
    const { value, done } = await chunks.next()
    if (done) break
    beginning += value
  }
  return new Response(textStream(joined(beginning, chunks)), {
    headers: { 'Content-Type': 'application/xml; charset=utf-8' },
  })
}

async function* joined(beginning: string, chunks: AsyncGenerator<string>) {
  yield beginning
  yield* chunks
}
