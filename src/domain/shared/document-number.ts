const PREFIXES = { invoice: 'INV', credit_note: 'CN' } as const

/** The number of a document for people: INV-2026-000123, CN-2026-000007. */
export function formatDocumentNumber(document: {
  kind: keyof typeof PREFIXES
  year: number
  number: number
}): string {
  const { kind, year, number } = document
  return `${PREFIXES[kind]}-${year}-${String(number).padStart(6, '0')}`
}
