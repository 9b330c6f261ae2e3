import { expect, test } from 'vitest'
import { articles } from './articles.ts'
import { highlightCode } from './highlight-code.server.ts'

const samples = articles.flatMap(({ slug, sections }) =>
  sections.flatMap(({ blocks }) =>
    blocks.flatMap((block) => (block.kind === 'code' ? [{ slug, code: block.code }] : [])),
  ),
)

test.each(samples)('$slug: highlighted code is the same text, in several colours', ({ code }) => {
  const pieces = highlightCode(code)
  expect(pieces.map(({ text }) => text).join('')).toBe(code)
  expect(new Set(pieces.map(({ kind }) => kind)).size).toBeGreaterThan(1)
})

test('keywords, strings, comments and names of types are told apart', () => {
  expect(highlightCode(`const part: Part = find('rotor') // one\nreturn part`)).toEqual([
    { kind: 'keyword', text: 'const ' },
    { kind: 'plain', text: 'part: ' },
    { kind: 'name', text: 'Part ' },
    { kind: 'plain', text: '= find(' },
    { kind: 'string', text: "'rotor'" },
    { kind: 'plain', text: ') ' },
    { kind: 'comment', text: '// one\n' },
    { kind: 'keyword', text: 'return ' },
    { kind: 'plain', text: 'part' },
  ])
})
