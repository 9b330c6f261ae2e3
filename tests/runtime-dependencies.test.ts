import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import path from 'node:path'
import { parseSync, type ESTree, Visitor } from 'vite'
import { expect, test } from 'vitest'

// A production install (npm ci --omit=dev) has the packages of `dependencies` only. So nothing that runs in
// production may load another one, and packages in the build are not dependencies of production (decision
// 103).

const root = path.join(import.meta.dirname, '..')
const manifest = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as Record<
  'dependencies' | 'devDependencies',
  Record<string, string>
>
/** Node's entry files in production: the store, its processes, and the commands of an owner. */
const ENTRIES = [
  'src/server/main.ts',
  'src/server/seed/seed-process.ts',
  'src/integrations/images/encode-picture.ts',
  ...readdirSync(path.join(root, 'src/ops'))
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map((name) => `src/ops/${name}`),
]

/** Modules that a file loads when it runs; imports of types only are gone by then. */
function loadedBy(file: string): string[] {
  const found: string[] = []
  const literal = (node: ESTree.Node | null | undefined) => {
    if (node?.type === 'Literal' && typeof node.value === 'string') found.push(node.value)
  }
  const { program, errors } = parseSync(file, readFileSync(file, 'utf8'))
  expect(errors, file).toEqual([])
  new Visitor({
    ImportDeclaration: (node) => node.importKind !== 'type' && literal(node.source),
    ExportNamedDeclaration: (node) => node.exportKind !== 'type' && literal(node.source),
    ExportAllDeclaration: (node) => node.exportKind !== 'type' && literal(node.source),
    ImportExpression: (node) => literal(node.source),
  }).visit(program)
  return found
}

/** Every package that these files load, and who does: `package → file`. */
function packagesOf(files: readonly string[]): Map<string, string> {
  const packages = new Map<string, string>()
  const waiting = files.map((file) => path.join(root, file))
  const seen = new Set(waiting)
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    for (const name of loadedBy(file)) {
      if (name.startsWith('node:') || name.startsWith('data:') || builtinModules.includes(name)) continue
      if (/^[.#]/.test(name)) {
        const next = name.startsWith('#')
          ? path.join(root, 'src', name.slice(1))
          : path.resolve(path.dirname(file), name)
        if (/\.m?[jt]s$/.test(next) && !seen.has(next)) {
          seen.add(next)
          waiting.push(next)
        }
      } else {
        const [scope = '', rest] = name.split('/')
        packages.set(scope.startsWith('@') ? `${scope}/${rest}` : scope, path.relative(root, file))
      }
    }
  }
  return packages
}

/** Files of the server's build, which `vite build` writes. */
const built = () =>
  readdirSync(path.join(root, 'build/server'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.js'))
    .map((name) => `build/server/${name}`)

test('everything that the store and its commands load is a dependency of production, and nothing else is', () => {
  const used = packagesOf(ENTRIES)
  const missing = [...used].filter(([name]) => !(name in manifest.dependencies))
  expect(missing, 'loaded at run time, but not in dependencies').toEqual([])
  const unused = Object.keys(manifest.dependencies).filter((name) => !used.has(name))
  expect(unused, 'in dependencies, but not loaded at run time').toEqual([])
})

test('the table of packages in SECURITY.md has every dependency of production, and only packages that are installed', () => {
  const security = readFileSync(path.join(root, 'SECURITY.md'), 'utf8')
  const table = security.slice(security.indexOf('| Package |'))
  const named = [...table.matchAll(/^\| (`.+?`) \|/gm)].flatMap(([, cell = '']) =>
    [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name),
  )
  expect(Object.keys(manifest.dependencies).filter((name) => !named.includes(name))).toEqual([])
  const installed = { ...manifest.dependencies, ...manifest.devDependencies }
  expect(named.filter((name) => !(name in installed))).toEqual([])
})

test.skipIf(!existsSync(path.join(root, 'build/server')))(
  'the build of the pages loads only dependencies of production',
  () => {
    const missing = [...packagesOf(built())].filter(([name]) => !(name in manifest.dependencies))
    expect(missing).toEqual([])
  },
)

test.skipIf(!existsSync(path.join(root, 'build/server')))(
  'the pages use the modules of the server: there is one of each cache and each prepared statement',
  () => {
    const pages = built().map((file) => readFileSync(path.join(root, file), 'utf8'))
    expect(pages.some((text) => text.includes('#domain/products/product-page.server.ts'))).toBe(true)
    expect(pages.filter((text) => text.includes('find-related-products'))).toEqual([])
  },
)
