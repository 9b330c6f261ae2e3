import { expect, test } from 'vitest'
import { z } from 'zod'
import { ROLES } from '#domain/accounts/viewer.ts'
import { PRODUCT_COLUMNS } from '#domain/imports/csv-product-columns.ts'
import { readProductRow } from '#domain/imports/product-row.ts'
import { PARSING } from '#domain/shared/default-messages.ts'
import { invalidInput } from '#domain/shared/invalid-input.ts'
import { EmailSchema, requiredText } from '#domain/shared/text.ts'
import { fieldsOf, inputSchemas, inputWith } from './resilience/input-schemas.ts'

const VALUES: readonly unknown[] = ['', ' ', 'x', '\u0000', 'x'.repeat(5001), '0', '-1', '1.5', '1e3'].concat(
  [...([undefined, null, true, 0, -1, 1.5, 1e20, Number.NaN, [], {}, [{}], Symbol.iterator, 10n] as never[])],
)

/** How the schema library's own messages begin. */
const THEIRS =
  /^(?:Invalid|Too (?:small|big)|Unrecognized|Expected|Required|Number must|String must|Array must)/

test.each(inputSchemas)('every error of %s has our own message', (_, schema) => {
  const issues = [
    ...VALUES,
    ...fieldsOf(schema).flatMap(({ path }) => VALUES.map((value) => inputWith(path, value))),
  ].flatMap((input) => schema.safeParse(input, PARSING).error?.issues ?? [])
  expect(
    issues.map(({ message }) => message).filter((message) => THEIRS.test(message) || message === ''),
  ).toEqual([])
})

test.each(PRODUCT_COLUMNS)('every problem of the column %s in an import has our own message', (column) => {
  for (const text of ['x', '\u0000', 'x'.repeat(9_999), '0', '-1', '1.5', '1e3', '99999999999', ' ']) {
    const read = readProductRow({ line: 2, cells: { partNumber: 'P-1', [column]: text } })
    for (const { message } of read.ok ? [] : read.problems) expect(message, text).not.toMatch(THEIRS)
  }
})

test('the codes of invalid fields are our own, by what is wrong', () => {
  const schema = z.object({
    name: requiredText('Name is required', 3),
    email: EmailSchema,
    rating: z.int().min(1).max(5),
    role: z.enum(ROLES),
    list: z.array(z.string()).min(1).max(2),
    text: z.string().optional(),
  })
  const good = { name: 'Ada', email: 'a@b.c', rating: 1, role: 'admin', list: ['a'] }
  const codes = (input: object) => {
    const checked = invalidInput(schema.safeParse({ ...good, ...input }, PARSING).error?.issues ?? [])
    return checked.ok ? [] : checked.refusal.fields?.map(({ field, code }) => `${field} ${code}`)
  }
  const bad: [object, string][] = [
    [{ name: undefined }, 'name required'],
    [{ name: ' ' }, 'name required'],
    [{ name: 'long' }, 'name too_long'],
    [{ name: '\u0000' }, 'name invalid'],
    [{ name: 7 }, 'name wrong_type'],
    [{ name: null }, 'name wrong_type'],
    [{ email: 'x' }, 'email invalid'],
    [{ rating: '1' }, 'rating wrong_type'],
    [{ rating: 1.5 }, 'rating wrong_type'],
    [{ rating: 0 }, 'rating too_low'],
    [{ rating: 6 }, 'rating too_high'],
    [{ rating: 1e20 }, 'rating too_high'],
    [{ role: 'owner' }, 'role not_a_choice'],
    [{ role: undefined }, 'role required'],
    [{ list: [] }, 'list too_short'],
    [{ list: ['a', 'b', 'c'] }, 'list too_long'],
    [{ list: [1] }, 'list.0 wrong_type'],
    [{ text: 1 }, 'text wrong_type'],
  ]
  for (const [input, code] of bad) expect(codes(input), JSON.stringify(input)).toContain(code)
})

test('the library’s messages would show without our own', () => {
  const [, query] = inputSchemas.find(([name]) => name === 'listOrders query') ?? []
  expect(query?.safeParse({ status: 'lost' }).error?.issues[0]?.message).toMatch(THEIRS)
  expect(query?.safeParse({ status: 'lost' }, PARSING).error?.issues[0]?.message).toBe(
    'Choose one of these: unpaid, paid, shipped, refunded',
  )
})
