import { normalizeText } from '../shared/normalize-text.ts'

/** Characters of a list. */
export const MAX_LIST_LENGTH = 4_000
/** Lines of a list. */
export const MAX_LIST_LINES = 100

/** In pieces. */
const MAX_QUANTITY = 99_999

/** `quantity` is 0 if the line states one that cannot be ordered, such as 0, -1, 2.5 or a million. */
type Reading = { number: string; quantity: number }

/** A line of a pasted list, and the possible ways to read it, likeliest first. */
export type NumberLine = { text: string; readings: readonly Reading[] }

/** "4 x DL-BRK-1042" */
const QUANTITY_FIRST = /^(-?\d[\d.,]{0,9})\s?[x×*]\s/i
/** "DL-BRK-1042 x 4", "DL-BRK-1042, 4", or with a tab, as from a spreadsheet; "1,000" and "12,5" are whole */
const QUANTITY_MARKED =
  /(?:\s?[,;\t]\s?(-?\d{1,3}(?:,\d{3})+|-?\d{1,9})|\s[x×*]\s?(-?\d[\d.,]{0,9})|[,;]?\s(-?\d{1,3}(?:,\d{3})+|-?\d{1,2},\d{1,2}))$/i
/** "DL-BRK-1042 4": a quantity, or part of a number that is printed with spaces */
const TRAILING_NUMBER = /\s(\d{1,5})$/
/** "4 DL-BRK-1042": the same at the start */
const LEADING_NUMBER = /^(\d{1,5})\s/
/** "DL-BRK-1042 qty: 4" */
const QUANTITY_WORD = /[\s,;]{1,3}(?:qty|quantity)\b[.:=# ]{0,3}(?=-?\d)/i
/** "DL-BRK-1042 4 pcs" */
const UNIT = /\s?(?:pcs?\.?|pieces?|each|ea\.?|sets?|pairs?|units?|kits?|boxe?s?)$/i
/** "1. DL-BRK-1042", "2) …", "Part #DL-BRK-1042", "P/N: …" */
const BEFORE_NUMBER =
  /^(?:\d{1,3}[.)]\s|[-•*]\s)?\s?(?:(?:part|item|sku|oem|mpn|p\/?n|no)\b[\s#.:]{0,3}(?:number|no|num)?[\s#.:]{0,3}|#)?/i
/** A quantity in the middle of a line: "x 12", "qty: 12", "2 sets" */
const STATED_QUANTITY =
  /(?:^|[\s,;])(?:[x×*]\s?|(?:qty|quantity)\b[.:=# ]{0,3})(-?\d[\d.]{0,9}(?:,\d{1,3}(?!\d)){0,3})(?=$|[\s,;])|(?:^|\s)(\d{1,9})\s?(?:[x×*]|pcs?|pieces?|each|ea|sets?|pairs?|units?|kits?|boxe?s?)(?=$|[\s,;.])/i
/** A cell of a spreadsheet that is a quantity; one with decimals or a currency is a price. */
const QUANTITY_CELL = /^-?\d{1,5}$/
/** Cells and words of a line that are tried as numbers. */
const MAX_TRIED = 16

/**
 * Reads a pasted list: a part number and optionally a quantity per line, as in an email, a spreadsheet or an
 * invoice, or a row with the number and the quantity in any of its cells. Blank lines are skipped.
 * @returns at most MAX_LIST_LINES lines; `isCut` when the list has more, or more than MAX_LIST_LENGTH
 * characters.
 */
export function parseNumberList(list: string): { lines: NumberLine[]; isCut: boolean } {
  const all = normalizeText('NFKC', list.slice(0, MAX_LIST_LENGTH))
    .split(/[\r\n]+/)
    // Without its parenthesis, the number of a line would be a quantity.
    .map((line) =>
      line
        .replace(/^\s?(\d{1,3})\)\s/, '$1. ')
        .replaceAll(/["()]/g, ' ')
        .replaceAll(/ +/g, ' ')
        .trim(),
    )
    .filter((line) => line !== '')
  return {
    lines: all.slice(0, MAX_LIST_LINES).map((text) => ({ text, readings: parseLine(text) })),
    isCut: all.length > MAX_LIST_LINES || list.length > MAX_LIST_LENGTH,
  }
}

function parseLine(text: string): NumberLine['readings'] {
  const readings = [...readWhole(text), ...readWhole(text.replace(BEFORE_NUMBER, '')), ...readCells(text)]
  const distinct = new Map(readings.map((each) => [`${each.number}\n${each.quantity}`, each]))
  return [...distinct.values()]
}

/** The line as a number with an optional quantity at either end. */
function readWhole(text: string): Reading[] {
  const whole = reading(text)
  const first = QUANTITY_FIRST.exec(text)
  if (first) return [reading(text.slice(first[0].length), first[1]), whole]
  const withoutUnit = text.replace(UNIT, '').replace(QUANTITY_WORD, ', ')
  const marked = QUANTITY_MARKED.exec(withoutUnit)
  const end = marked ?? TRAILING_NUMBER.exec(withoutUnit)
  const start = LEADING_NUMBER.exec(text)
  const quantityFirst = start ? [reading(text.slice(start[0].length), start[1])] : []
  if (!end) return [whole, ...quantityFirst]
  const quantityLast = reading(withoutUnit.slice(0, end.index), end[1] ?? end[2] ?? end[3])
  const isSurelyQuantity = marked !== null || withoutUnit !== text
  return [...(isSurelyQuantity ? [quantityLast, whole] : [whole, quantityLast]), ...quantityFirst]
}

/**
 * Each cell of a row of a spreadsheet as the number, then each word that may be one: it has letters and
 * digits, or many digits. The quantity is stated, or the first cell that can only be one.
 */
function readCells(text: string): Reading[] {
  const cells = text.split(/[\t,;|]/).map((cell) => cell.trim())
  const stated = STATED_QUANTITY.exec(text)
  const typed = stated?.[1] ?? stated?.[2]
  const quantity = (number: string) =>
    typed ?? cells.find((cell) => cell !== number && QUANTITY_CELL.test(cell))
  const words = text
    .split(/[\s,;|]/)
    .filter((word) => /\d/.test(word) && (/\p{L}/u.test(word) || /\d{5}/.test(word)))
  const tried = [...(cells.length > 1 ? cells : []), ...words].filter((cell) => cell.length > 2)
  return tried.slice(0, MAX_TRIED).map((cell) => reading(cell.replace(BEFORE_NUMBER, ''), quantity(cell)))
}

function reading(number: string, typed = '1'): Reading {
  const quantity = Number(typed.replaceAll(/,(?=\d{3}(?!\d))/g, ''))
  const canBeOrdered = Number.isInteger(quantity) && quantity >= 1 && quantity <= MAX_QUANTITY
  return { number: number.trim(), quantity: canBeOrdered ? quantity : 0 }
}
