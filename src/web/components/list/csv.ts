export type CsvColumn<Row> = { heading: string; value: (row: Row) => string | number | Date }

/**
 * Text that a spreadsheet would run as a formula. Source: OWASP, "CSV Injection". Papa Parse's own pattern
 * skips multiline text.
 */
const FORMULA = /^(?!\+\d+(?: \d+)+$)[=+\-@\t\r]/

/**
 * A phone number that a spreadsheet keeps as text: "+1 787 555 0100". Plus, digits and spaces are no formula,
 * but it would calculate with hyphens, and turn digits alone into a number without its plus or zeros.
 */
export function csvPhone(phone: string): string {
  if (!/^[+\d][\d ().,/-]*$/.test(phone)) return phone
  const grouped = phone.replaceAll(/[^+\d]+/g, ' ').trim()
  return grouped.includes(' ') ? grouped : grouped.replace(/(?=\d{4}$)/, ' ')
}

/** "2026-11-21 16:05:09": spreadsheets read it as a date with a time, in any language. */
function csvTime(at: Date, timeZone: string): string {
  // Swedish writes dates so.
  return at.toLocaleString('sv-SE', { timeZone })
}

/**
 * A list as CSV (RFC 4180) with a UTF-8 BOM, so that spreadsheets open it correctly; dollars and counts are
 * numbers, times are in the store's zone. Text that looks like a formula gets a leading apostrophe, so that a
 * customer's name cannot execute on an admin's computer. Loads the CSV library on first use; throws when that
 * fails.
 */
export async function csvText<Row>(
  rows: readonly Row[],
  columns: readonly CsvColumn<Row>[],
  timeZone: string,
): Promise<string> {
  const { default: Papa } = await import('papaparse')
  const fields = columns.map(({ heading }) => heading)
  const data = rows.map((row) =>
    columns.map(({ value }) => {
      const cell = value(row)
      return cell instanceof Date ? csvTime(cell, timeZone) : cell
    }),
  )
  return `\uFEFF${Papa.unparse({ fields, data }, { newline: '\r\n', escapeFormulae: FORMULA })}\r\n`
}

const REVOKE_AFTER_MS = 60_000

/** Saves a file by the browser's own download. */
export function downloadFile(file: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  // Browsers read it after the click.
  setTimeout(() => URL.revokeObjectURL(link.href), REVOKE_AFTER_MS)
}
