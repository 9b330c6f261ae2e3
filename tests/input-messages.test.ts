import { expect, test } from 'vitest'
import { defaultMessage } from '#domain/shared/default-messages.ts'
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
  ].flatMap((input) => schema.safeParse(input, { error: defaultMessage }).error?.issues ?? [])
  expect(
    issues.map(({ message }) => message).filter((message) => THEIRS.test(message) || message === ''),
  ).toEqual([])
})

test('the library’s messages would show without our own', () => {
  const [, query] = inputSchemas.find(([name]) => name === 'listOrders query') ?? []
  expect(query?.safeParse({ status: 'lost' }).error?.issues[0]?.message).toMatch(THEIRS)
  expect(query?.safeParse({ status: 'lost' }, { error: defaultMessage }).error?.issues[0]?.message).toBe(
    'Choose one of these: unpaid, paid, shipped',
  )
})
