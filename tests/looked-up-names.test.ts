import { globSync, readFileSync } from 'node:fs'
import { parseSync } from 'vite'
import { expect, test } from 'vitest'

/** Objects that are filled here, under keys of ours. */
const FILLED: readonly string[] = [
  'src/api/openapi.ts paths',
  'src/demo/card-simulator/expand.ts copy',
  'src/web/components/ship-dialog/ship-dialog.tsx problems',
]

type Node = { [name: string]: unknown; type: string; start: number; end: number }
type Lookups = { records: { name: string; isExported: boolean }[]; lookedUp: Set<string> }

/** The objects of a file that have any text as their key, and the names in its lookups `name[text]`. */
function lookupsOf(source: string, file = 'x.tsx'): Lookups {
  const found: Lookups = { records: [], lookedUp: new Set() }
  const owned = new Set([...source.matchAll(/Object\.hasOwn\((\w+)/g)].map(([, name]) => name))
  const visit = (value: unknown, isExported = false): void => {
    if (value === null || typeof value !== 'object') return
    const node = value as Node
    const textOf = (part: unknown) => source.slice((part as Node).start, (part as Node).end)
    const isLiteral = (part: unknown) => (part as Node).type === 'Literal'
    if (node.type === 'VariableDeclarator' && node['init']) {
      const isObject = ['ObjectExpression', 'Identifier'].includes((node['init'] as Node).type)
      if (isObject && /^[^=]*: *(?:Readonly<|Partial<)*Record<string,/.test(textOf(node['id'])))
        found.records.push({ name: (node['id'] as { name: string }).name, isExported })
    }
    if (node.type === 'MemberExpression' && node['computed'] === true && !isLiteral(node['property'])) {
      const name = textOf(node['object'])
      if (!owned.has(name)) found.lookedUp.add(name)
    }
    const isExport = node.type === 'ExportNamedDeclaration'
    const keepsExport =
      isExport || (isExported && ['VariableDeclaration', 'Array'].includes(node.type ?? 'Array'))
    for (const child of Object.values(node)) visit(child, keepsExport)
  }
  visit(parseSync(file, source).program)
  return found
}

const files = globSync('src/**/*.{ts,tsx}').filter((file) => !/\.test\.tsx?$/.test(file))

test('no text is looked up in an object literal, which also has "constructor" and "__proto__"', () => {
  const found = files.map((file) => ({ file, ...lookupsOf(readFileSync(file, 'utf8'), file) }))
  const isLookedUp = (name: string, isExported: boolean, own: ReadonlySet<string>) =>
    own.has(name) || (isExported && found.some(({ lookedUp }) => lookedUp.has(name)))
  const wrong = found.flatMap(({ file, records, lookedUp }) =>
    records
      .filter(({ name, isExported }) => isLookedUp(name, isExported, lookedUp))
      .map(({ name }) => `${file} ${name}`),
  )
  expect(wrong.toSorted()).toEqual(FILLED)
})

test('such a lookup is found, unless the object has the text itself', () => {
  const source = `export const labels: Readonly<Record<string, string>> = { a: 'A' }\nconst of = (typed: string) => labels[typed]`
  const records = [{ name: 'labels', isExported: true }]
  expect(lookupsOf(source)).toEqual({ records, lookedUp: new Set(['labels']) })
  expect(lookupsOf(source.replace('labels[typed]', `labels['a']`)).lookedUp).toEqual(new Set())
  const owned = source.replace('labels[typed]', 'Object.hasOwn(labels, typed) && labels[typed]')
  expect(lookupsOf(owned).lookedUp).toEqual(new Set())
})
