import { spawn } from 'node:child_process'
import { cp, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
// Needs neither store nor browser: the plain test.
import { expect, test } from '@playwright/test'

const ROOT = path.join(import.meta.dirname, '../..')

/** Strings that occur only in server code: its modules, SQL, settings, libraries. */
const serverOnly = [
  /['"`]node:\w/,
  /insert into/i,
  /pg_advisory/,
  /returning id/,
  /STRIPE_SECRET/,
  /AUTH_SECRET/,
  /DATABASE_URL/,
  /process\.env\b/,
  /better-auth/,
  /Kysely/,
  /PostgresDialect/,
  /nodemailer/,
  /priya\.nair@demo\.test/,
  /whsec_/,
  /sk_test_/,
]

test('The browser bundle contains no server code', async () => {
  const assets = path.join(ROOT, 'build/client/assets')
  const scripts = (await readdir(assets)).filter((name) => name.endsWith('.js'))
  expect(scripts.length).toBeGreaterThan(20)
  const found: string[] = []
  for (const name of scripts) {
    const code = await readFile(path.join(assets, name), 'utf8')
    for (const marker of serverOnly) {
      const at = code.search(marker)
      if (at >= 0) found.push(`${name}: ${code.slice(Math.max(0, at - 60), at + 60)}`)
    }
  }
  expect(found).toEqual([])
})

// `npm test` builds with NODE_ENV=test.
test('The browser bundle is a production build, whatever NODE_ENV was', async () => {
  const assets = path.join(ROOT, 'build/client/assets')
  const react = (await readdir(assets)).filter((name) => /^react-.*\.js$/.test(name))
  expect(react).toHaveLength(1)
  const code = await readFile(path.join(assets, react[0] ?? ''), 'utf8')
  expect(code).toContain('react.dev/errors')
  expect(code).not.toContain('while rendering React component')
})

test('Firebase’s SDK is in one file, which is not loaded before people sign in', async () => {
  const assets = path.join(ROOT, 'build/client/assets')
  const scripts = (await readdir(assets)).filter((name) => name.endsWith('.js'))
  const codes = await Promise.all(scripts.map((name) => readFile(path.join(assets, name), 'utf8')))
  const holding = scripts.filter((_, index) => codes[index]?.includes('identitytoolkit.googleapis.com'))
  expect(holding).toEqual([expect.stringMatching(/^firebase-identity-/)])
  const statically = new RegExp(`(?:from|import)["'\`]\\./${holding[0]}`)
  expect(scripts.filter((_, index) => statically.test(codes[index] ?? ''))).toEqual([])
  expect(
    codes.filter(
      (code) => code.includes(`import(\`./${holding[0]}\`)`) || code.includes(`import("./${holding[0]}")`),
    ),
  ).toHaveLength(1)
})

test('Every marker of server code occurs in the server code', async () => {
  const names = await readdir(path.join(ROOT, 'src'), { recursive: true })
  const server = names.filter(
    (name) => /\.(ts|sql)$/.test(name) && !name.includes('.test.') && !name.startsWith('web'),
  )
  const code = (await Promise.all(server.map((name) => readFile(path.join(ROOT, 'src', name), 'utf8')))).join(
    '\n',
  )
  expect(serverOnly.filter((marker) => !marker.test(code))).toEqual([])
})

test('Importing server code into a screen fails the build', async () => {
  const copy = await mkdtemp(path.join(tmpdir(), 'driveline-build-'))
  try {
    for (const name of [
      'src',
      'public',
      'package.json',
      'tsconfig.json',
      'vite.config.ts',
      'react-router.config.ts',
    ])
      await cp(path.join(ROOT, name), path.join(copy, name), { recursive: true })
    await symlink(path.join(ROOT, 'node_modules'), path.join(copy, 'node_modules'))
    const screen = path.join(copy, 'src/web/routes/not-found/not-found-page.tsx')
    const page = await readFile(screen, 'utf8')
    await writeFile(
      screen,
      `import { listProducts } from '#domain/products/list-products.server.ts'\n${page.replace(
        'return (',
        'if (listProducts.length > 9) return null\n  return (',
      )}`,
    )
    const { code, output } = await build(copy)
    expect(output).toContain('list-products.server')
    expect(output).toMatch(/server-only/i)
    expect(code).not.toBe(0)
  } finally {
    await rm(copy, { recursive: true, force: true })
  }
})

/** Runs the React Router build; returns its exit code and output. */
function build(folder: string): Promise<{ code: number | null; output: string }> {
  return new Promise((resolve, reject) => {
    const running = spawn(
      process.execPath,
      [path.join(folder, 'node_modules/@react-router/dev/bin.cjs'), 'build'],
      { cwd: folder, env: { ...process.env, NODE_ENV: 'production' } },
    )
    let output = ''
    running.stdout.on('data', (text) => (output += text))
    running.stderr.on('data', (text) => (output += text))
    running.once('error', reject)
    running.once('close', (code) => resolve({ code, output }))
  })
}
