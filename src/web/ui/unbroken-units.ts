/** The text without line breaks inside "212 mm" or "5 × 114.3". */
export function unbrokenUnits(text: string): string {
  return text
    .replaceAll(/(\d) (?=(?:mm|cm|in|L|A|Ah|V|W|CCA|psi|oz|ft)\b)/g, '$1\u00a0')
    .replaceAll(' × ', '\u00a0×\u00a0')
}
