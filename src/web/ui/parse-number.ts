/**
 * Parses a number in US notation: `1299.50`, `1,299.5`, `.75`. Blank is undefined (so that the schema reports
 * it as required), anything else NaN (so that it reports it as invalid).
 */
export function parseNumber(text: string): number | undefined {
  const trimmed = text.trim()
  if (trimmed === '') return undefined
  const plain = /^[-−+]?(\d+|\d{1,3}(,\d{3})+)?(\.\d+)?$/.test(trimmed) && /\d/.test(trimmed)
  return plain ? Number(trimmed.replaceAll(',', '').replace('−', '-')) : Number.NaN
}
