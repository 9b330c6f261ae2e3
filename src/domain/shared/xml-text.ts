/**
 * Characters that no XML 1.0 document can have, not even escaped. Source: https://www.w3.org/TR/xml/#charsets
 */
// oxlint-disable-next-line no-control-regex -- XML 1.0 allows no control characters
const NOT_IN_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g
const ENTITIES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
    "'": '&apos;',
  }),
)

/** Text as the content of an element or attribute, without characters that XML cannot have. */
export function xmlText(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(NOT_IN_XML, '')
    .replaceAll(/[&<>"']/g, (character) => ENTITIES.get(character) ?? '')
}

/** An element with text content. */
export function xmlElement(name: string, text: string): string {
  return `<${name}>${xmlText(text)}</${name}>`
}
