/** A column of an exported list. */
export type CsvColumn<Row> = { heading: string; value: (row: Row) => string | number }

/** What a spreadsheet would run as a formula. Source: OWASP, "CSV Injection". */
const FORMULA = /^[=+\-@\t\r]/

/**
 * A list as CSV (RFC 4180) that spreadsheets open as it is: UTF-8 with its mark, dollars and counts as numbers. A text that
 * begins like a formula gets an apostrophe before it, so that a customer's name cannot run on an admin's computer.
 */
export function csvText<Row>(rows: readonly Row[], columns: readonly CsvColumn<Row>[]): string {
  const lines = [
    columns.map(({ heading }) => field(heading)),
    ...rows.map((row) => columns.map(({ value }) => field(value(row)))),
  ]
  return `\uFEFF${lines.map((line) => `${line.join(',')}\r\n`).join('')}`
}

function field(value: string | number): string {
  if (typeof value === 'number') return String(value)
  const text = FORMULA.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Hands a CSV to the browser as a download. `name` is without its ending. */
export function downloadCsv(name: string, text: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }))
  link.download = `${name}.csv`
  link.click()
  // After the browser has taken it.
  setTimeout(() => URL.revokeObjectURL(link.href))
}
