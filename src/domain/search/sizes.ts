/** "5x114.3", "M22 × 1.5": two numbers. */
const BETWEEN_NUMBERS = /(\d)\s{0,3}[x×*]\s{0,3}(?=\d)/g
/** "5W-30", "5w30" */
const OIL_GRADE = /(\d)w[-\s]?(?=\d\d)/g
/** "1,5 L"; not "1,500". */
const DECIMAL_COMMA = /(\d),(?=\d{1,2}(?!\d))/g
/** Names of units, by the symbol that stands for them: "145 amp" is "145 a", 12" is "12 in". */
const NAMED_UNITS = [
  ['in', /(\d)[-\s]?(?:''|["″”]|inch(?:es)?(?![\p{L}\p{N}]))/gu],
  ['a', /(\d)[-\s]?amps?(?![\p{L}\p{N}])/gu],
  ['v', /(\d)[-\s]?volts?(?![\p{L}\p{N}])/gu],
  ['w', /(\d)[-\s]?watts?(?![\p{L}\p{N}])/gu],
  ['l', /(\d)[-\s]?(?:lt|lit(?:er|re)s?)(?![\p{L}\p{N}])/gu],
] as const
/** "282mm" */
const UNIT =
  /(?<![\p{L}\p{N}.])(\d{1,6}(?:\.\d{1,3})?)(mm|cm|in|l|v|w|a|ah|oz|qts?|psi|ft|cca|mhz|gal)(?![\p{L}\p{N}])/gu

/**
 * A text in lower case whose sizes are separate words, however they are typed: "5x114.3" and "5 × 114.3" are
 * "5 114.3", "282mm" is "282 mm". The same rules as the SQL function separate_words, so that a search has the
 * words of the index.
 */
export function separateSizes(text: string): string {
  const separate = text
    .replaceAll(DECIMAL_COMMA, '$1.')
    .replaceAll(BETWEEN_NUMBERS, '$1 ')
    .replaceAll(OIL_GRADE, '$1 w ')
  return NAMED_UNITS.reduce(
    (said, [unit, name]) => said.replaceAll(name, `$1 ${unit} `),
    separate,
  ).replaceAll(UNIT, '$1 $2')
}

/** "5x114": the whole number of a size. */
const WHOLE_SIZE = /\d\s{0,3}[x×*]\s{0,3}(\d{3})(?![\d.,])/g

/**
 * The whole numbers of a text's sizes, each with the sizes that it is short for: people say 5x114 for
 * 5x114.3. Only those of three digits: M22x1 is another size than M22x1.5.
 */
export function shortSizes(text: string): Map<string, string[]> {
  const wholes = text.toLowerCase().matchAll(WHOLE_SIZE)
  return new Map(
    wholes.map(([, size = '']) => [
      size,
      [size, ...Array.from({ length: 9 }, (_, at) => `${size}.${at + 1}`)],
    ]),
  )
}
