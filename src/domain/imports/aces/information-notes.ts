import { normalizeText } from '../../shared/normalize-text.ts'

/** Longer notes are conditions. */
export const MAX_INFORMATION_LENGTH = 500

const words = (text: string): readonly string[] => text.split(/\s+/)

const LINKS = words('the this that it its a an and or of is are be will can')
const POSITIONS = words(
  'front rear left right upper lower inner outer center middle top bottom inside outside side driver drivers passenger passengers lh rh both position inboard outboard',
)
const NEARBY = words('behind under underneath beneath below above on in inside near')
const PLACES = words(
  'location located mounted found sits compartment dash dashboard hood cowl panel firewall fender trunk bumper grille windshield',
)
/** What a part may be, or work with: no equipment of a vehicle, which would be a condition. */
const PARTS = words('part filter filters cabin element fuse bulb resistor housing cover')
const COLORS = words('black white red blue green yellow orange brown gray grey beige silver amber clear')
const SOLD = words('pair pairs set sets each individually separately')
const MEDIA = words('carbon charcoal pollen')
const FASTENERS = words(
  'hardware gasket gaskets seal seals o ring rings bolt bolts nut nuts screw screws clip clips washer washers retainer retainers',
)
const HINTS = words('remove removed removal replace lubricate instructions')

/** The number of pieces, which is not a year or a size. */
const PIECES = /^\d{1,2}$/

/** A kind of notes that restrict nothing: a note has one of the words of `mark`, and only words of both. */
type Kind = { mark: ReadonlySet<string>; more: ReadonlySet<string>; hasPieces?: boolean }

const KINDS: readonly Kind[] = [
  { mark: new Set(POSITIONS), more: new Set(LINKS) },
  { mark: new Set(NEARBY), more: new Set([...LINKS, ...POSITIONS, ...PLACES, ...PARTS, ...MEDIA]) },
  { mark: new Set(COLORS), more: new Set([...words('color colour finish in'), ...LINKS]) },
  { mark: new Set(SOLD), more: new Set(words('sold as in by a the per vehicle')) },
  {
    mark: new Set(words('required req needed per qty quantity piece pieces pcs pc ea pack box bag of')),
    more: new Set([...words('sold as a the vehicle car is order use'), ...SOLD, ...POSITIONS]),
    hasPieces: true,
  },
  { mark: new Set(MEDIA), more: new Set(words('activated version media filter filters cabin and or')) },
  {
    mark: new Set(['hardware']),
    more: new Set([...FASTENERS, ...words('cowl grille push type cap splash guard filter')]),
  },
  {
    mark: new Set(words('included includes include supplied')),
    more: new Set([...LINKS, ...FASTENERS, ...PARTS, ...words('not instructions grease')]),
  },
  {
    mark: new Set(HINTS),
    more: new Set([
      ...[LINKS, POSITIONS, NEARBY, PLACES, PARTS, FASTENERS].flat(),
      ...words(
        'must required for to access install installation installing replacing first before see read pair pairs as same time at sides',
      ),
    ]),
  },
]

/**
 * Whether a note of a supplier only informs: each of its statements is of a known kind (position, place,
 * color, quantity, filter medium, fasteners, what is included, what to remove). Anything else may restrict
 * the vehicles, in words that no list has.
 */
export function isInformation(note: string): boolean {
  if (note.length > MAX_INFORMATION_LENGTH) return false
  const statements = normalizeText('NFKC', note)
    .toLowerCase()
    .replace(/^\s*(?:note|info|information|hint|tip)\s*:/, '')
    .replaceAll(/['’"“”()[\]!]/g, '')
    .replaceAll(
      /\b(?:glove ?box|glove compartment|(?:engine|battery|passenger) compartment|engine bay)\b/g,
      'compartment',
    )
    .replaceAll('next to', 'near')
    .split(/[;,|•\n]|\.(?!\d)/)
    .map((statement) => statement.split(/[\s:/&+–-]+/).filter(Boolean))
    .filter((statement) => statement.length > 0)
  return (
    statements.length > 0 && statements.every((statement) => KINDS.some((kind) => isOfKind(statement, kind)))
  )
}

function isOfKind(statement: readonly string[], { mark, more, hasPieces = false }: Kind): boolean {
  return (
    statement.some((word) => mark.has(word)) &&
    (!hasPieces || statement.some((word) => PIECES.test(word))) &&
    statement.every((word) => mark.has(word) || more.has(word) || (hasPieces && PIECES.test(word)))
  )
}
