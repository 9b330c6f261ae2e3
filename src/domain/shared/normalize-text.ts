// Does not import the schema library, which public pages do not load.

/** Normalizing sorts the marks of a letter, which takes the square of their number; no word has nine. */
const MARKS_BEYOND_ANY_LETTER = /(\p{M}{8})\p{M}+/gu

/**
 * The Unicode normal form of a text, in linear time. Further marks of a letter with more than eight are lost.
 */
export function normalizeText(form: 'NFC' | 'NFKC' | 'NFKD', text: string): string {
  return text.replaceAll(MARKS_BEYOND_ANY_LETTER, '$1').normalize(form)
}
