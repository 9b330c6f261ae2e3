import { Readable } from 'node:stream'

/** Characters that no XML 1.0 document can have, not even escaped. Source: https://www.w3.org/TR/xml/#charsets */
// oxlint-disable-next-line no-control-regex
const NOT_IN_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g
const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
}

/** A text as the content of an element or attribute. What XML cannot have is left out. */
export function xmlText(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(NOT_IN_XML, '')
    .replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? '')
}

/** An element with a text. */
export function xmlElement(name: string, text: string): string {
  return `<${name}>${xmlText(text)}</${name}>`
}

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
