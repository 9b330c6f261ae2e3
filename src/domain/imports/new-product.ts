import { formatCountOf } from '../shared/format-count.ts'
import type { ChangedProductRow } from './product-row.ts'

/** What the line of a new part may leave out. */
const ASSUMABLE = ['name', 'about', 'available', 'minOrder'] as const
export type Assumed = (typeof ASSUMABLE)[number]

/** What a new part cannot be without. */
type Needed = { [Field in Assumed | 'price']: NonNullable<ChangedProductRow[Field]> }
/** A part as a file adds it. */
export type NewProduct = ChangedProductRow & Needed & { picture: string }

/** A new part, its line, and what the line does not give. */
export type Addition = { line: number; values: NewProduct; assumed: readonly Assumed[] }

/** Whether a line gives all that a new part needs, so that nothing is assumed. */
export const givesAll = (row: ChangedProductRow) =>
  [...ASSUMABLE, 'price' as const].every((column) => row[column] !== undefined)

/**
 * What the part of a line is added with, and which of it the line does not give: the name and the description
 * are taken from each other, no pieces are available, and one can be ordered. Or what is missing.
 */
export function newProductOf({
  price,
  ...row
}: ChangedProductRow): { values: Needed; assumed: Assumed[] } | { missing: string[] } {
  const about = row.about ?? row.name
  const name = row.name ?? (about === undefined ? undefined : nameFrom(about))
  if (name === undefined || about === undefined || price === undefined)
    return {
      missing: [name === undefined && 'name', price === undefined && 'price'].filter((one) => one !== false),
    }
  const { available = 0, minOrder = 1 } = row
  const assumed = ASSUMABLE.filter((column) => row[column] === undefined)
  return { values: { name, about, price, available, minOrder }, assumed }
}

/** Characters of a name. */
const MAX_LENGTH = 200

/** The first line of a description as a name: cut after a word if it is too long. */
function nameFrom(about: string): string {
  const [line = ''] = about.trim().split(/[\r\n]/, 1)
  const text = line.replaceAll(/\s+/g, ' ').trim()
  if (text.length <= MAX_LENGTH) return text
  const end = text.lastIndexOf(' ', MAX_LENGTH - 1)
  // A text with few spaces is cut between characters, not within one.
  const kept =
    end > MAX_LENGTH / 2 ? text.slice(0, end) : text.slice(0, MAX_LENGTH - 1).replace(/[\uD800-\uDBFF]$/, '')
  return `${kept.replace(/[,;:–-]$/, '').trimEnd()}…`
}

const ASSUMED_TEXTS: Record<Assumed, string> = {
  name: 'no name: the beginning of the description is taken.',
  about: 'no description: the name is taken.',
  available: 'no available quantity: 0 is assumed, which shows as sold out.',
  minOrder: 'no minimum order: 1 is assumed.',
}

/** Says what is assumed for these many new parts, of which a report names the first line. */
export const assumedText = (field: Assumed, count: number) =>
  `${formatCountOf(count, 'new part has', 'new parts have')} ${ASSUMED_TEXTS[field]}`
