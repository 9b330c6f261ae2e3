import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseSync } from 'vite'
import { expect, test } from 'vitest'

const ROOT = path.join(import.meta.dirname, '..')
const files = globSync('{src,tests,tools,lab}/**/*.{ts,tsx,mjs}', {
  cwd: ROOT,
  exclude: (entry) => entry.endsWith('node_modules'),
})

test('no file imports itself through others, types and dynamic imports included', () => {
  const imports = new Map(files.map((file) => [file, importsOf(file)]))
  expect(imports.size).toBeGreaterThan(1_200)
  expect(imports.get('src/web/layout/email-status.tsx')).toContain('src/web/layout/email-notice.tsx')
  expect(findCycles(imports)).toEqual([])
})

test('a cycle is found through a type and a dynamic import', () => {
  const imports = importedModules(
    'a.ts',
    "import type { B } from './b.ts'\nexport { c } from './c.ts'\nconst d = async () => import('./d.ts')",
  )
  expect(imports).toEqual(['./b.ts', './c.ts', './d.ts'])
  expect(
    findCycles(
      new Map([
        ['a', ['b', 'c']],
        ['b', ['d']],
        ['c', []],
        ['d', ['a']],
      ]),
    ),
  ).toEqual(['a → b → d → a'])
})

/** The files of the repository that a file imports. */
function importsOf(file: string): string[] {
  return importedModules(file, readFileSync(path.join(ROOT, file), 'utf8'))
    .filter((name) => name.startsWith('.') || name.startsWith('#'))
    .map((name) => (name.startsWith('#') ? `src/${name.slice(1)}` : path.join(path.dirname(file), name)))
    .filter((name) => existsSync(path.join(ROOT, name)))
}

function importedModules(file: string, code: string): string[] {
  const { module } = parseSync(file, code)
  return [
    ...module.staticImports.map((found) => found.moduleRequest.value),
    ...module.staticExports.flatMap(({ entries }) => entries.flatMap((e) => e.moduleRequest?.value ?? [])),
    // Its place in the code includes the quotation marks.
    ...module.dynamicImports.map(({ moduleRequest: at }) => code.slice(at.start + 1, at.end - 1)),
  ]
}

/** The first cycle found from each file that is in one. */
function findCycles(imports: ReadonlyMap<string, readonly string[]>): string[] {
  const done = new Set<string>()
  const cycles: string[] = []
  const visit = (file: string, trail: readonly string[]) => {
    if (trail.includes(file)) cycles.push([...trail.slice(trail.indexOf(file)), file].join(' → '))
    if (trail.includes(file) || done.has(file)) return
    for (const imported of imports.get(file) ?? []) visit(imported, [...trail, file])
    done.add(file)
  }
  for (const file of imports.keys()) visit(file, [])
  return cycles
}
