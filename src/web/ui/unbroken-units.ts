/** A text in which no line ends between a number and its unit, such as "212 mm". */
export function unbrokenUnits(text: string): string {
  return text.replaceAll(/(\d) (?=(?:mm|cm|in|L|A|Ah|V|W|CCA|psi|oz|ft)\b)/g, '$1\u00a0')
}
