import { z } from 'zod'
import { boundedList } from '../shared/lists.ts'
import { boundedText, requiredText } from '../shared/text.ts'
import { nameKey, normalizeName } from './brand-and-category.ts'

/** A specification as pages show it: "Thickness", "mm", "16.8". */
export const ShownSpecificationSchema = z.object({ name: z.string(), unit: z.string(), value: z.string() })
export type ShownSpecification = z.infer<typeof ShownSpecificationSchema>

/** Fields of one category. */
export const MAX_FIELDS_PER_CATEGORY = 30
/** Fields of the store. */
export const MAX_FIELDS = 2000
/** Characters of a value. */
export const MAX_VALUE_LENGTH = 100

const FIELD_TYPES = ['text', 'number'] as const

const FieldId = boundedText(9).regex(/^\d{1,9}$/, 'This is not a specification of the store')

/** A field of a category as the API returns it. `products`: parts with a value, if they were counted. */
export const SpecificationFieldSchema = z.object({
  _id: z.string(),
  category: z.string(),
  name: z.string(),
  unit: z.string(),
  type: z.enum(FIELD_TYPES),
  products: z.number().int().optional(),
})
export type SpecificationField = z.infer<typeof SpecificationFieldSchema>

const FieldInput = z.object({
  /** Of a stored field; a new one has none. */
  _id: FieldId.optional(),
  name: requiredText('Give it a name', 60).overwrite(normalizeName),
  /** Such as "mm"; blank for none. */
  unit: boundedText(12).overwrite(normalizeName).optional(),
  type: z.enum(FIELD_TYPES, 'The type is text or number'),
})
export type FieldInput = z.infer<typeof FieldInput>

const TOO_MANY_FIELDS = `A category has at most ${MAX_FIELDS_PER_CATEGORY} specifications`
const fieldList = boundedList(FieldInput, MAX_FIELDS_PER_CATEGORY, TOO_MANY_FIELDS)

/**
 * All fields of a category, in order. `was`: those that it had before the edit, so that another admin's
 * change is not overwritten.
 */
export const EditSpecificationFieldsInput = z.object({
  category: requiredText('Choose a category', 100).overwrite(normalizeName),
  fields: fieldList.superRefine((fields, context) => {
    const names = new Set<string>()
    for (const [at, { name }] of fields.entries()) {
      if (names.has(nameKey(name)))
        context.addIssue({
          code: 'custom',
          path: [at, 'name'],
          message: `${name} is listed twice`,
          input: name,
        })
      names.add(nameKey(name))
    }
  }),
  was: fieldList,
})
export type EditSpecificationFieldsInput = z.infer<typeof EditSpecificationFieldsInput>

/** Of one category, with the number of parts that have each; without it, all. */
export const ListSpecificationFieldsQuery = z.object({
  category: boundedText(100).overwrite(normalizeName).optional(),
})
export type ListSpecificationFieldsQuery = z.infer<typeof ListSpecificationFieldsQuery>

/** The value of a part, by the id of its field. */
export const SpecificationValue = z.object({ field: FieldId, value: boundedText(MAX_VALUE_LENGTH).trim() })
export type SpecificationValue = z.infer<typeof SpecificationValue>
/** A part may keep those of a category that it had before. */
export const MAX_VALUES = 100
export const SpecificationValues = boundedList(
  SpecificationValue,
  MAX_VALUES,
  `A part has at most ${MAX_VALUES} specifications`,
)

/** Why this cannot be the value of the field; null if it can. */
export function valueProblem(
  { name, type }: Pick<SpecificationField, 'name' | 'type'>,
  value: string,
): string | null {
  if (value.length > MAX_VALUE_LENGTH) return `${name}: keep this to ${MAX_VALUE_LENGTH} characters`
  const isNumber = /^-?[\d.]{1,20}$/.test(value) && Number.isFinite(Number(value))
  return type === 'text' || value === '' || isNumber
    ? null
    : `${name} is a number, such as 16.8, without its unit`
}

/** The values without blank ones as they are stored, by the ids of their fields. */
export function storedValues(values: readonly SpecificationValue[]): Record<string, string> {
  return Object.fromEntries(values.flatMap(({ field, value }) => (value === '' ? [] : [[field, value]])))
}

/** Stored values as the API has them. @param isKnown whether the field still exists. */
export function specificationValues(
  stored: Record<string, string>,
  isKnown: (id: string) => boolean,
): SpecificationValue[] {
  return Object.entries(stored).flatMap(([field, value]) => (isKnown(field) ? [{ field, value }] : []))
}
