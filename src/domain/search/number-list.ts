/** Characters and lines of one list. */
export const MAX_LIST_LENGTH = 4_000
export const MAX_LIST_LINES = 100

/** In pieces. */
const MAX_QUANTITY = 99_999

/** A line of a pasted list, and the possible ways to read it, likeliest first. */
export type NumberLine = { text: string; readings: readonly { number: string; quantity: number }[] }

/** "4 x DL-BRK-1042" */
const QUANTITY_FIRST = /^(\d{1,5})\s?[x×*]\s/i
/** "DL-BRK-1042 x 4", "DL-BRK-1042, 4", or with a tab, as from a spreadsheet */
const QUANTITY_MARKED = /(?:\s?[,;\t]|\s[x×*])\s?(\d{1,5})$/i
/** "DL-BRK-1042 4", "4 DL-BRK-1042": a quantity, or part of a number that is printed with spaces */
const QUANTITY_LAST = /\s(\d{1,5})$/
const NUMBER_LAST = /^(\d{1,5})\s/
/** "DL-BRK-1042 qty: 4" */
const QUANTITY_WORD = /\s(?:qty|quantity)[.:]?\s/i
/** "DL-BRK-1042 4 pcs" */
const UNIT = /\s?(?:pcs?\.?|pieces?|each|ea\.?)$/i

/**
 * Reads a pasted list: a part number and optionally a quantity per line, as in an email, a spreadsheet or an
 * invoice. Blank lines are skipped.
 * @returns at most MAX_LIST_LINES lines; `isCut` when the list has more, or more than MAX_LIST_LENGTH characters.
 */
export function readNumberList(list: string): { lines: NumberLine[]; isCut: boolean } {
  const all = list
    .slice(0, MAX_LIST_LENGTH)
    .normalize('NFKC')
    .split(/[\r\n]+/)
    .map((line) => line.replaceAll(/["()]/g, ' ').replaceAll(/ +/g, ' ').trim())
    .filter((line) => line !== '')
  return {
    lines: all.slice(0, MAX_LIST_LINES).map((text) => ({ text, readings: readLine(text) })),
    isCut: all.length > MAX_LIST_LINES || list.length > MAX_LIST_LENGTH,
  }
}

function readLine(text: string): NumberLine['readings'] {
  const whole = reading(text)
  const first = QUANTITY_FIRST.exec(text)
  if (first) return [reading(text.slice(first[0].length), first[1]), whole]
  const counted = text.replace(UNIT, '').replace(QUANTITY_WORD, ', ')
  const marked = QUANTITY_MARKED.exec(counted)
  const last = QUANTITY_LAST.exec(counted)
  const end = marked ?? last
  const before = NUMBER_LAST.exec(text)
  const other = before ? [reading(text.slice(before[0].length), before[1])] : []
  if (!end) return [whole, ...other]
  const split = reading(counted.slice(0, end.index), end[1])
  return marked || counted !== text ? [split, whole, ...other] : [whole, split, ...other]
}

function reading(number: string, quantity = '1'): { number: string; quantity: number } {
  return { number: number.trim(), quantity: Math.min(Math.max(Number(quantity), 1), MAX_QUANTITY) }
}
