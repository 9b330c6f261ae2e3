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
    )

/** Complete texts: a valid beginning, something long, and an invalid end. */
const AROUND: readonly (readonly [before: string, after: string])[] = [
  ['', ''],
  ['a@', '@'],
  ['a@b', '.'],
  ['1', '!'],
  ['https://linkedin.com/', ' '],
  ['(217) 555-0142 ext', 'z'],
  ['pi_', '\u0000'],
]

/** Hostile texts of `size` characters. */
export function hostileTexts(size = SIZE): string[] {
  return [
    ...UNITS.map((unit) => repeated(unit, size)),
    ...AROUND.flatMap(([before, after]) =>
      ['.', '0', ' ', 'a', '-', 'a.'].map((unit) => before + repeated(unit, size) + after),
    ),
  ]
}
