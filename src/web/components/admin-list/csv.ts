/** A column of an exported list. */
export type CsvColumn<Row> = { heading: string; value: (row: Row) => string | number }

/** What a spreadsheet would run as a formula. Source: OWASP, "CSV Injection". The library's own pattern misses texts of several lines. */
const FORMULA = /^[=+\-@\t\r]/

/**
 * A list as CSV (RFC 4180) that spreadsheets open as it is: UTF-8 with its mark, dollars and counts as numbers. A text that
 * begins like a formula gets an apostrophe before it, so that a customer's name cannot run on an admin's computer.
 * Throws when the library cannot be fetched, which is done when the first list is exported.
 */
export async function csvText<Row>(
  rows: readonly Row[],
  columns: readonly CsvColumn<Row>[],
): Promise<string> {
  const { default: Papa } = await import('papaparse')
  const fields = columns.map(({ heading }) => heading)
  const data = rows.map((row) => columns.map(({ value }) => value(row)))
  return `\uFEFF${Papa.unparse({ fields, data }, { newline: '\r\n', escapeFormulae: FORMULA })}\r\n`
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
