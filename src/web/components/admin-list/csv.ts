export type CsvColumn<Row> = { heading: string; value: (row: Row) => string | number }

/**
 * Text that a spreadsheet would run as a formula. Source: OWASP, "CSV Injection". Papa Parse's own pattern
 * skips multiline text.
 */
const FORMULA = /^[=+\-@\t\r]/

/**
 * A list as CSV (RFC 4180) with a UTF-8 BOM, so that spreadsheets open it correctly; dollars and counts are
 * numbers. Text that looks like a formula gets a leading apostrophe, so that a customer's name cannot execute
 * on an admin's computer. Loads the CSV library on first use; throws when that fails.
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
