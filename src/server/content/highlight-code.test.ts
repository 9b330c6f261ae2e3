import { expect, test } from 'vitest'
import { highlightCode } from './highlight-code.ts'

test('keywords, strings, comments and type names are distinguished', () => {
  expect(highlightCode(`const part: Part = find('rotor') // one\nreturn part`, 'ts')).toEqual([
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

test('coloring preserves any text; other languages have one color', () => {
  for (const code of ['', 'const a = `x${1}`\n\n  // end', '<p onload="x">\u2028']) {
    expect(
      highlightCode(code, 'tsx')
        .map(({ text }) => text)
        .join(''),
    ).toBe(code)
    expect(highlightCode(code, 'python')).toEqual([{ kind: 'plain', text: code }])
  }
})
