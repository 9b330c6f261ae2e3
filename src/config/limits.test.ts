import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { readConfig } from './env.ts'
import { type Limit, limits, limitSettings, rateOf } from './limits.ts'

const read = (file: string) => readFileSync(path.join(import.meta.dirname, '../..', file), 'utf8')
const rows: Limit[] = Object.values(limits)

/** A row in SECURITY.md's format. */
function documented({ what, per, max, windowSeconds, why }: Limit): string {
  const time = { 60: 'a minute', 120: 'in 2 minutes', 900: 'in 15 minutes', 3600: 'an hour', 86_400: 'a day' }
  const many =
    typeof max === 'number'
      ? [max, '']
      : [
          limitSettings[max.setting] * max.factor,
          `\`${max.setting}\`${max.factor === 1 ? '' : ` × ${max.factor}`}`,
        ]
  return `| ${what} | ${per} | ${many[0]} ${time[windowSeconds as keyof typeof time]} | ${many[1]} | ${why} |`
}

describe('the documents match the table of limits', () => {
  test('SECURITY.md shows exactly its rows', () => {
    const shown = read('SECURITY.md').split('\n')
    const head = shown.indexOf('| What | per | at most | set by | because |')
    const end = shown.indexOf('', head)
    expect(shown.slice(head + 2, end).join('\n')).toBe(rows.map(documented).join('\n'))
  })

  test('SECURITY.md lists the limits that are counted in memory', () => {
    const [, list = ''] = /counts them in memory[^]*?\n\n((?:- .+\n)+)/.exec(read('SECURITY.md')) ?? []
    const inMemory = rows.filter(({ storage }) => storage === 'memory').map(({ what }) => `- ${what}`)
    expect(list.trimEnd().split('\n')).toEqual([...new Set(inMemory)])
  })

  test.each(Object.entries(limitSettings))(
    'docs/configuration.md lists %s with its default %i',
    (name, fallback) => {
      expect(read('docs/configuration.md')).toContain(`| \`${name}\` | \`${fallback}\` | `)
      expect(readConfig({})).toMatchObject({ [name]: fallback })
    },
  )
})

test('every row is changed by its setting', () => {
  const { LIMIT_SIGN_IN_PER_MINUTE, ...others } = readConfig({ LIMIT_SIGN_IN_PER_MINUTE: '7' })
  expect(rateOf('attemptsPerAddress', { LIMIT_SIGN_IN_PER_MINUTE, ...others })).toEqual({
    max: 70,
    windowSeconds: 60,
  })
  expect(rateOf('contactMessagesPerAddress', readConfig({ LIMIT_CONTACT_PER_HOUR: '2' })).max).toBe(2)
})

test('every setting is used', () => {
  const used = rows.map(({ max }) => (typeof max === 'number' ? '' : max.setting))
  for (const name of Object.keys(limitSettings)) expect(used).toContain(name)
})
