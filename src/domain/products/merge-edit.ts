import { formatUsd } from '../shared/money.ts'
import type { FieldProblem } from '../shared/outcome.ts'
import { weightText } from '../shared/weight.ts'
import { type Fitment, fitmentKey } from '../vehicles/fitment.ts'
import { isSameName } from './brand-and-category.ts'
import { type EditProductInput, isSale, type PartFacts, type ProductValues } from './product.ts'
import { SALE_FIELDS } from './sale-facts.ts'
import { type SpecificationValue, storedValues } from './specification.ts'

const labels = {
  picture: 'the picture',
  morePictures: 'the other pictures',
  name: 'the name',
  about: 'the description',
  price: 'the price',
  listPrice: 'the regular price',
  minOrder: 'the minimum order',
  unit: 'what one piece is',
  brand: 'the brand',
  category: 'the category',
  partNumber: 'the part number',
  fits: 'the vehicles it fits',
  condition: 'the condition',
  gtin: 'the GTIN',
  oeNumbers: 'the car makers’ numbers',
  otherNumbers: 'the numbers of other brands',
  oldNumbers: 'the earlier numbers',
  specifications: 'the specifications',
  weightGrams: 'the weight',
  oversize: 'whether it is oversize',
  dangerous: 'whether it is dangerous goods',
  coreDeposit: 'the core deposit',
  taxed: 'whether it is taxed',
  returnable: 'whether it can be returned',
  bin: 'the bin',
} as const satisfies Record<keyof ProductValues, string>
const fields = Object.keys(labels) as (keyof ProductValues)[]

/** The values that a product has; facts that are not compared may be missing. */
type StoredValues = Required<Omit<ProductValues, keyof PartFacts>> & Partial<PartFacts>

/** The merged values of an edit, or its conflicts. */
type Merged = { values: ProductValues } | { detail: string; problems: FieldProblem[] }

/**
 * Three-way merge of an edit with the stored values, field by field, based on what the editor saw (`was`). If
 * only the editor changed a field, the editor's value is used; if only another admin did, theirs stays.
 * Different changes by both are a conflict on that field, reported with the stored value.
 */
export function mergeEdit({ was = {}, ...given }: EditProductInput, now: StoredValues): Merged {
  // An omitted field stays unchanged.
  const edited = {
    ...given,
    listPrice: given.listPrice === undefined ? (now.listPrice ?? null) : given.listPrice,
    unit: given.unit ?? now.unit,
    condition: given.condition ?? now.condition,
    gtin: given.gtin ?? now.gtin,
    morePictures: given.morePictures ?? now.morePictures,
    oeNumbers: given.oeNumbers ?? now.oeNumbers,
    otherNumbers: given.otherNumbers ?? now.otherNumbers,
    oldNumbers: given.oldNumbers ?? now.oldNumbers,
    specifications: given.specifications ?? now.specifications,
    ...Object.fromEntries(
      SALE_FIELDS.filter((field) => given[field] === undefined).map((field) => [field, now[field]]),
    ),
  }
  const compared = fields.filter((field) => was[field] !== undefined && edited[field] !== undefined)
  const byOthers = compared.filter((field) => !isSame(was[field], now[field]))
  const untouched = byOthers.filter((field) => isSame(was[field], edited[field]))
  const changedByBoth = byOthers.filter(
    (field) =>
      !untouched.includes(field) && !isSame(edited[field], now[field]) && !isRespelled(field, was, now),
  )
  if (changedByBoth.length > 0) {
    const which = new Intl.ListFormat('en').format(changedByBoth.map((field) => labels[field]))
    return {
      detail: `Another admin has changed ${which} since.`,
      problems: changedByBoth.map((field) => ({
        field,
        code: 'product_changed',
        message: conflictMessage(field, now),
      })),
    }
  }
  const values = { ...edited, ...Object.fromEntries(untouched.map((field) => [field, now[field]])) }
  if (isSale(values)) return { values }
  // A price that reaches the stored list price ends the sale. A new list price was meant for another price.
  if (isSame(values.listPrice, now.listPrice)) return { values: { ...values, listPrice: null } }
  return {
    detail: 'Another admin has changed the price since.',
    problems: [
      {
        field: 'listPrice',
        code: 'product_changed',
        message: `The price is ${formatUsd(now.price)} now: another admin has changed it.`,
      },
    ],
  }
}

/** The fields that these values would change. Without `fits` the vehicles stay. */
export function changedFields(now: StoredValues, values: ProductValues): (keyof ProductValues)[] {
  return fields.filter((field) => !isSame(values[field], now[field]) && (field !== 'fits' || values.fits))
}

/** Whether this is the brand or category that the editor saw, respelled like other products. */
function isRespelled(
  field: keyof ProductValues,
  was: NonNullable<EditProductInput['was']>,
  now: ProductValues,
): boolean {
  return (field === 'brand' || field === 'category') && isSameName(was[field] ?? '', now[field] ?? '')
}

/**
 * Whether two values of a field are equal for customers: omitted equals empty, and the order of vehicles
 * does not matter.
 */
function isSame(one: ProductValues[keyof ProductValues], other: ProductValues[keyof ProductValues]): boolean {
  return comparable(one) === comparable(other)
}

function comparable(value: ProductValues[keyof ProductValues]): string | number | boolean {
  if (value === null || typeof value !== 'object') return value ?? ''
  const values = isFitments(value)
    ? value.map(fitmentKey)
    : Object.entries(storedValues(value)).map(([field, text]) => `${field} ${text}`)
  return JSON.stringify([...new Set(values)].toSorted())
}

const isFitments = (value: readonly Fitment[] | readonly SpecificationValue[]): value is Fitment[] =>
  value.every((each) => 'make' in each)

/** The message for a field that both edits change. It does not repeat long values and pictures. */
function conflictMessage(field: keyof ProductValues, now: StoredValues): string {
  const known = now[field]
  if (Array.isArray(known) || ['picture', 'morePictures', 'about'].includes(field))
    return 'Another admin has changed it since.'
  return `It is ${shortText(field, known)} now: another admin has changed it.`
}

function shortText(
  field: keyof ProductValues,
  value: string | number | boolean | null | undefined,
): string | number {
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value !== 'number') return value || 'empty'
  if (field === 'weightGrams') return weightText(value)
  return field === 'minOrder' ? value : formatUsd(value)
}
