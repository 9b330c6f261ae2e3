import { normalizeText } from '../shared/normalize-text.ts'

/** Characters of a list. */
export const MAX_LIST_LENGTH = 4_000
/** Lines of a list. */
export const MAX_LIST_LINES = 100

/** In pieces. */
const MAX_QUANTITY = 99_999

/** A line of a pasted list, and the possible ways to read it, likeliest first. */
export type NumberLine = { text: string; readings: readonly { number: string; quantity: number }[] }

/** "4 x DL-BRK-1042" */
const QUANTITY_FIRST = /^(\d{1,5})\s?[x×*]\s/i
/** "DL-BRK-1042 x 4", "DL-BRK-1042, 4", or with a tab, as from a spreadsheet */
const QUANTITY_MARKED = /(?:\s?[,;\t]|\s[x×*])\s?(\d{1,5})$/i
/** "DL-BRK-1042 4": a quantity, or part of a number that is printed with spaces */
const TRAILING_NUMBER = /\s(\d{1,5})$/
/** "4 DL-BRK-1042": the same at the start */
const LEADING_NUMBER = /^(\d{1,5})\s/
/** "DL-BRK-1042 qty: 4" */
const QUANTITY_WORD = /\s(?:qty|quantity)[.:]?\s/i
/** "DL-BRK-1042 4 pcs" */
const UNIT = /\s?(?:pcs?\.?|pieces?|each|ea\.?)$/i

/**
 * Reads a pasted list: a part number and optionally a quantity per line, as in an email, a spreadsheet or an
 * invoice. Blank lines are skipped.
 * @returns at most MAX_LIST_LINES lines; `isCut` when the list has more, or more than MAX_LIST_LENGTH
 * characters.
 */
export function parseNumberList(list: string): { lines: NumberLine[]; isCut: boolean } {
  const all = normalizeText('NFKC', list.slice(0, MAX_LIST_LENGTH))
    .split(/[\r\n]+/)
    .map((line) => line.replaceAll(/["()]/g, ' ').replaceAll(/ +/g, ' ').trim())
    .filter((line) => line !== '')
  return {
    lines: all.slice(0, MAX_LIST_LINES).map((text) => ({ text, readings: parseLine(text) })),
    isCut: all.length > MAX_LIST_LINES || list.length > MAX_LIST_LENGTH,
  }
}

function parseLine(text: string): NumberLine['readings'] {
  const whole = reading(text)
  const first = QUANTITY_FIRST.exec(text)
  if (first) return [reading(text.slice(first[0].length), first[1]), whole]
  const withoutUnit = text.replace(UNIT, '').replace(QUANTITY_WORD, ', ')
  const marked = QUANTITY_MARKED.exec(withoutUnit)
  const end = marked ?? TRAILING_NUMBER.exec(withoutUnit)
  const start = LEADING_NUMBER.exec(text)
  const quantityFirst = start ? [reading(text.slice(start[0].length), start[1])] : []
  if (!end) return [whole, ...quantityFirst]
  const quantityLast = reading(withoutUnit.slice(0, end.index), end[1])
  const isSurelyQuantity = marked !== null || withoutUnit !== text
  return [...(isSurelyQuantity ? [quantityLast, whole] : [whole, quantityLast]), ...quantityFirst]
}

function reading(number: string, quantity = '1'): { number: string; quantity: number } {
  return { number: number.trim(), quantity: Math.min(Math.max(Number(quantity), 1), MAX_QUANTITY) }
}
