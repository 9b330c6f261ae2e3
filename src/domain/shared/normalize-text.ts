// Does not import the schema library, which public pages do not load.

/**
 * Normalizing sorts the marks of a letter, which takes the square of their number; no word has nine. The
 * halfwidth sound marks (U+FF9E, U+FF9F) are letters that become marks.
 */
const MARKS_BEYOND_ANY_LETTER = /([\p{M}\uff9e\uff9f]{8})[\p{M}\uff9e\uff9f]+/gu

/**
 * The Unicode normal form of a text, in linear time. Further marks of a letter with more than eight are lost.
 */
export function normalizeText(form: 'NFC' | 'NFKC' | 'NFKD', text: string): string {
  return text.replaceAll(MARKS_BEYOND_ANY_LETTER, '$1').normalize(form)
}
