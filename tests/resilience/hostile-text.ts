const SIZE = 64 * 1024

const repeated = (text: string, size = SIZE) => text.repeat(Math.ceil(size / text.length)).slice(0, size)

/** Characters that patterns, trimming, comparing and normalizing have stumbled over; well-formed or not. */
const UNITS: readonly string[] =
  String.raw`. @ / % " ' - + ( ) # : \ = & ? , ~ * a A x 0 9 a. a@ @. 1, %zz %00 ../ ext x1 (( http://`
    .split(' ')
    .concat(
      [
        ' ',
        '\t',
        '\n',
        '\u00a0',
        '\u0000',
        '\ud800',
        '\udc00',
        '\u0301',
        'e\u0301',
        '\u{1f469}\u200d\u{1f527}',
      ],
      ['\u0660', '\uff11', '\ufdfa', '\u202e', 'İ', 'ß', ' -', '0 ', 'a '],
      ['\u0344', '\uff9e\u0334', '\u200f', '1,\n', 'a\t1\t', '1 x ', '[', '{"a":', '</', '&#'],
    )

/** Complete texts: a valid beginning, something long, and an invalid end. */
const AROUND: readonly (readonly [before: string, after: string])[] = [
  ['', ''],
  ['a@', '@'],
  ['a@b', '.'],
  ['1', '!'],
  ['a', 'a'],
  ['https://linkedin.com/', ' '],
  ['(217) 555-0142 ext', 'z'],
  ['pi_', '\u0000'],
]

/** Hostile texts of `size` characters. */
export function hostileTexts(size = SIZE): string[] {
  return [
    ...UNITS.map((unit) => repeated(unit, size)),
    ...AROUND.flatMap(([before, after]) =>
      ['.', '0', ' ', 'a', '-', 'a.', '\u0301', '\u0344'].map(
        (unit) => before + repeated(unit, size) + after,
      ),
    ),
  ]
}

/**
 * The text as it fits into `bytes` of a URL, percent-encoded. An unpaired surrogate becomes the three bytes
 * that UTF-8 does not allow.
 */
export function encodedText(text: string, bytes: number): string {
  const encode = (part: string) =>
    part.isWellFormed() ? encodeURIComponent(part) : part.replaceAll(/\p{Cs}/gu, '%ED%A0%80')
  const start = encode(text.slice(0, 1_000))
  return encode(text.slice(0, Math.floor((bytes * 1_000) / start.length)))
}
