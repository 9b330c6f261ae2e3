import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { RouteConfigEntry } from '@react-router/dev/routes'
import { matchRoutes, type RouteObject } from 'react-router'
import { expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import { identityPaths } from '#identity-paths.ts'
import { identityCalls } from '#integrations/identity/identity-calls.ts'
import * as paths from '#paths.ts'
import routes from '#web/routes.ts'

const SRC = path.join(import.meta.dirname, '../src')

/** The addresses of a builder, with `:name` or `1` for what it is given. */
function addressesOf(builders: object): [name: string, address: string][] {
  const sample: Record<string, unknown[]> = {
    part: [{ slug: ':slug' }],
    partDrawing: [{ slug: ':slug' }],
    listing: ['brand', 'slug'],
    car: [['make', 'model', '2012']],
    search: [{ q: 'words' }],
    issuer: [{ from: paths.parts }],
    orderForm: [':id', 2],
    addProduct: [':id'],
  }
  return Object.entries(builders).flatMap(([name, value]: [string, unknown]) => {
    if (typeof value === 'string') return [[name, value]]
    if (typeof value === 'function') return [[name, String(value(...(sample[name] ?? [':id'])))]]
    return Object.entries(value as Record<string, string>).map(([kind, address]): [string, string] => [
      `${name}.${kind}`,
      address,
    ])
  })
}

const { pathWithQuery: _, ...addresses } = paths
const pages = addressesOf(addresses)
const identity = addressesOf(identityPaths)

/** The pattern of each route, as routes.ts declares it. */
function patternsOf(entries: readonly RouteConfigEntry[], parent = ''): string[] {
  return entries.flatMap((entry) => {
    const at = entry.path === undefined ? parent : `${parent}/${entry.path}`
    return [...(entry.children ? patternsOf(entry.children, at) : [at || '/'])]
  })
}

function patternAt(address: string): string | undefined {
  const [pathname = ''] = address.split('?')
  const match = matchRoutes(routes as RouteObject[], pathname)
  const pattern = match?.flatMap(({ route }) => route.path ?? []).join('/')
  return pattern === '*' ? undefined : pattern === undefined ? undefined : `/${pattern}`
}

test('the addresses of all pages and calls are these', async () => {
  const width = Math.max(...[...pages, ...identity].map(([name]) => name.length)) + 2
  const lines = [
    'Pages and files',
    ...pages.map(([name, address]) => name.padEnd(width) + address),
    '',
    'Sign-in calls of the pages',
    ...identity.map(([name, address]) => name.padEnd(width) + address),
    '',
    'Calls of the contract',
    ...Object.values(calls).map(({ method, path }) => `${method.padEnd(7)}${path}`),
  ]
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('addresses.txt')
})

test('each route has an address, and each address a route', () => {
  const served = ['openApi', 'picture', 'noPicture', 'noPictureOf', 'mailMark', 'partsTemplate', 'mailbox']
  const found = pages.map(([name, address]) => [name, patternAt(address)] as const)
  expect(found.filter(([name, pattern]) => pattern === undefined && !served.includes(name))).toEqual([])
  // Other kinds and shorter paths of the same builders.
  const linked = new Set(found.map(([, pattern]) => pattern))
  const unlinked = patternsOf(routes).filter((pattern) => !linked.has(pattern))
  expect(unlinked).toEqual(['/categories/:slug', '/cars/:make', '/cars/:make/:model', '/*'])
})

test('the sign-in calls of pages exist', () => {
  const known = Object.keys(identityCalls).map((name) => `/auth${name}`)
  const others = ['google', 'issuer', 'accessToken']
  const unknown = identity.filter(
    ([name, address]) => !others.includes(name) && !known.includes(address.split('?')[0] ?? ''),
  )
  expect(unknown).toEqual([])
  expect(identityPaths.accessToken('a b@demo.test')).toBe('/user/a%20b%40demo.test')
  expect(calls.issueAccessToken.path).toBe('/user/{email}')
})

test('no address is written as text outside of paths.ts, the routes and the contract', () => {
  const starts = new Set(
    [...pages, ...identity]
      .map(([, address]) => /^\/([\w.-]+)/.exec(address)?.[1])
      .concat(Object.values(calls).map(({ path }) => path.split('/')[1]))
      .filter((start) => start !== undefined),
  )
  const literal = new RegExp(
    String.raw`(?<!import\()(['"\x60]|\$\{[\w.]*(?:appUrl|origin|url)(?:\(\))?\})/(?:${[...starts].join('|').replaceAll('.', String.raw`\.`)})(?:['"\x60?#]|/[\w$:]|$)|to="/"`,
    'i',
  )
  const found = ['web', 'domain', 'api', 'integrations'].flatMap((layer) =>
    readdirSync(path.join(SRC, layer), { recursive: true, encoding: 'utf8' })
      .filter((file) => /(?<!\.test)\.tsx?$/.test(file))
      .filter((file) => !IDENTITY_SERVER.test(file) && file !== 'routes.ts')
      .flatMap((file) =>
        readFileSync(path.join(SRC, layer, file), 'utf8')
          .split('\n')
          .map((line) => line.replace(/^\s*(?:\/?\*|\/\/).*/, ''))
          .filter((line) => literal.test(line) && !/ from '/.test(line))
          .map((line) => `${layer}/${file}: ${line.trim()}`),
      ),
  )
  expect(found).toEqual([])
})

/** Where the sign-in calls are served, as the contract's are in the contract. */
const IDENTITY_SERVER =
  /^identity\/(?:identity-calls|second-factor|known-browser|google-popup|better-auth\S*|hosted\/\S+)\.ts$/
