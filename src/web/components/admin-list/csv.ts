export type CsvColumn<Row> = { heading: string; value: (row: Row) => string | number }

/** What a spreadsheet would run as a formula. Source: OWASP, "CSV Injection". Papa Parse's own pattern skips multiline text. */
const FORMULA = /^[=+\-@\t\r]/

/**
 * A list as CSV (RFC 4180) with a UTF-8 BOM, so that spreadsheets open it correctly; dollars and counts are numbers. Text that
 * looks like a formula gets a leading apostrophe, so that a customer's name cannot execute on an admin's computer.
 * Loads the CSV library on first use; throws when that fails.
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

/** Downloads a CSV. `name` is without its extension. */
export function downloadCsv(name: string, text: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }))
  link.download = `${name}.csv`
  link.click()
  // After the download has started.
  setTimeout(() => URL.revokeObjectURL(link.href))
}
