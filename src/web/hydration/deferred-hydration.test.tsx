// Long because the rewritten page and what its script does in a browser are tested with the same recorded page.

import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { ReactNode } from 'react'
import {
  createRequestHandler,
  data,
  Meta,
  Outlet,
  redirect,
  RouterContextProvider,
  Scripts,
  type ServerBuild,
} from 'react-router'
import { parseSync } from 'vite'
import { expect, test } from 'vitest'
import { hashOwnScripts } from '../../server/http/security-headers.ts'
import * as entryServer from '../entry.server.tsx'
import { REPORT_LOST_SCRIPTS } from '../layout/head-script.tsx'
import { SCRIPT_LOAD_ERROR_ID } from '../layout/script-load-error.tsx'
import { failureContext, nonceContext } from '../page-context.ts'
import { applyEdits, deferHydration } from './deferred-hydration.ts'

// Pages come from the installed React Router, through our own entry. When an update of it makes one of these
// tests fail: README.md.

const NONCE = 'd29ybGQtb2YtcGFydHM'
/** Imitates the text that is replaced, and tries to end the scripts that contain it. */
const HOSTILE = `"'\\</script></head><script type="module" async=""><link rel="modulepreload" href="/assets/entry.js">$&`

function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en">
      <head>
        <Meta />
      </head>
      <body>
        {children}
        <Scripts />
      </body>
    </html>
  )
}

const loaders: Record<string, () => unknown> = {
  now: () => 'Shown',
  'on-interaction': () => 'Shown',
  'after-paint': () => 'Shown',
  hostile: () => HOSTILE,
  missing: () => data('Not here', { status: 404 }),
  moved: () => redirect('/now'),
  broken: () => {
    throw new Error('Broken')
  },
}

/** A store with a page per loader; all but `now` are deferred. */
function build(layout = Layout): ServerBuild {
  const route = (id: string, rest: object) => ({
    id,
    hasAction: false,
    hasLoader: true,
    hasClientAction: false,
    hasClientLoader: false,
    hasClientMiddleware: false,
    hasErrorBoundary: id === 'root',
    module: `/assets/${id}.js`,
    clientActionModule: undefined,
    // A part of the root in a file of its own, as the framework splits them.
    clientLoaderModule: id === 'root' ? '/assets/root-loader.js' : undefined,
    clientMiddlewareModule: undefined,
    hydrateFallbackModule: undefined,
    imports: ['/assets/react.js'],
    ...rest,
  })
  const pages = Object.entries(loaders).map(([id, loader]) => ({
    ...route(id, { path: id, parentId: 'root' }),
    module: {
      loader,
      default: ({ loaderData }: { loaderData: unknown }) => <h1>{String(loaderData)}</h1>,
      meta: ({ loaderData }: { loaderData: unknown }) => [
        { title: String(loaderData) },
        { 'script:ld+json': { name: loaderData } },
      ],
      handle: id === 'now' ? {} : { hydrate: id === 'after-paint' ? id : 'on-interaction' },
    },
  }))
  const root = {
    ...route('root', { path: '' }),
    module: { Layout: layout, default: Outlet, ErrorBoundary: () => <h1>Broken</h1> },
  }
  return {
    entry: { module: entryServer },
    routes: Object.fromEntries([root, ...pages].map((one) => [one.id, one])),
    assets: {
      entry: { module: '/assets/entry.js', imports: ['/assets/react.js', '/assets/router.js'] },
      routes: Object.fromEntries(
        ['root', ...Object.keys(loaders)].map((id) => [
          id,
          route(id, id === 'root' ? { path: '' } : { path: id, parentId: 'root' }),
        ]),
      ),
      url: '/assets/manifest.js',
      version: '1',
    },
    publicPath: '/',
    assetsBuildDirectory: 'build/client',
    future: {},
    ssr: true,
    isSpaMode: false,
    prerender: [],
    routeDiscovery: { mode: 'lazy', manifestPath: '/__manifest' },
  } as ServerBuild
}

const store = createRequestHandler(build(), 'production')

function request(path: string, method = 'GET', handle = store): Promise<Response> {
  const context = new RouterContextProvider()
  context.set(nonceContext, NONCE)
  context.set(failureContext, () => undefined)
  return handle(new Request(`http://store.test${path}`, { method }), context)
}

const page = async (path: string) => (await request(path)).text()

/** The page's scripts as a browser finds them: the next end tag ends one. */
const scriptsOf = (html: string) =>
  [...html.matchAll(/<script([^>]*)>(.*?)<\/script>/gs)].map(([, attributes = '', text = '']) => ({
    attributes,
    text,
  }))
const linksOf = (html: string, rel: string) =>
  [...html.matchAll(new RegExp(`<link rel="${rel}" href="([^"]+)"`, 'g'))].map(([, href]) => href)

/** A page with the inline script of every page's head. */
const withHeadScript = (html: string) =>
  html.replace('<head>', () => `<head><script nonce="${NONCE}">start()${REPORT_LOST_SCRIPTS}</script>`)

const plain = await page('/now')
const deferPage = (html: string, ...options: [when: 'on-interaction' | 'after-paint', entry: string]) => {
  const rendered = Buffer.from(html)
  return applyEdits(rendered, deferHydration(rendered, ...options, NONCE)).toString()
}
const defer = (html: string) => deferPage(html, 'on-interaction', '/assets/entry.js')

test('the framework starts a page by one module script, and preloads its imports', () => {
  const modules = scriptsOf(plain).filter(({ attributes }) => attributes.includes('module'))
  expect(modules).toHaveLength(1)
  expect(modules[0]?.attributes).not.toContain('src=')
  expect(modules[0]?.text).toContain('import("/assets/entry.js")')
  const imported = [...(modules[0]?.text ?? '').matchAll(/(?:from |import\(?)"([^"]+)"/g)].map(
    ([, url]) => url,
  )
  const preloaded = linksOf(plain, 'modulepreload')
  expect(preloaded).toEqual(expect.arrayContaining(imported))
  expect(preloaded).toContain('/assets/react.js')
})

test('a deferred page has the same scripts, but none runs or loads a file by itself', () => {
  const deferred = defer(plain)
  const before = scriptsOf(plain)
  const after = scriptsOf(deferred)
  // One is new: the loader.
  expect(after).toHaveLength(before.length + 1)
  expect(before.filter(({ text }) => !after.some((script) => script.text === text))).toEqual([])
  expect(linksOf(deferred, 'deferred-modulepreload')).toEqual(linksOf(plain, 'modulepreload'))
  expect(deferred).not.toMatch(/rel="modulepreload"|type="module"|<script[^>]*\ssrc=/)
  for (const { attributes, text } of after)
    if (!attributes.includes('deferred-module')) expect(text).not.toMatch(/\bimport\s*["{*]|import\("/)
})

test('one script reports files that fail to load: the head script, or on a deferred page the loader', () => {
  const lostScriptReports = (html: string) =>
    scriptsOf(html).filter(({ text }) => text.includes(REPORT_LOST_SCRIPTS))
  expect(REPORT_LOST_SCRIPTS).toContain(SCRIPT_LOAD_ERROR_ID)
  expect(lostScriptReports(withHeadScript(plain))).toHaveLength(1)
  const deferred = defer(withHeadScript(plain))
  expect(lostScriptReports(deferred)).toEqual([])
  expect(scriptsOf(deferred)[0]?.text).toBe('start()')
})

test('the data of a page ends in the script that contains it', () => {
  const close = scriptsOf(plain).filter(({ text }) => text.includes('streamController.close()'))
  expect(close).toHaveLength(1)
  expect(close[0]?.text).toMatch(
    /streamController\.enqueue\(.*\);window\.__reactRouterContext\.streamController\.close\(\);$/s,
  )
})

test('a page whose data ends in no script of its own is refused', async () => {
  const withoutScripts = build(({ children }) => (
    <html lang="en">
      <body>{children}</body>
    </html>
  ))
  const response = await request('/now', 'GET', createRequestHandler(withoutScripts, 'production'))
  expect(response.status).toBe(500)
  expect(await response.text()).not.toContain('Shown')
})

test('the bootstrap stays where it was, so that React finds the elements that it rendered', () => {
  const kinds = (html: string) =>
    [...html.slice(html.indexOf('</head>')).matchAll(/<\/?([a-z]\w*)/g)].map(([tag]) => tag)
  expect(kinds(defer(plain))).toEqual(kinds(plain))
})

/**
 * /dashboard as the built store sent it with React Router 8.4.0. It is not deferred: the framework starts it.
 */
const recorded = readFileSync(path.join(import.meta.dirname, 'recorded-page.html'), 'utf8')
const RECORDED_ENTRY = '/assets/entry.client-DAsy6jdK.js'

test('a deferred recorded page differs only by two attributes and the loader', () => {
  const deferred = deferPage(recorded, 'after-paint', RECORDED_ENTRY)
  expect(deferred.match(/<link rel="deferred-modulepreload"/g)).toHaveLength(33)
  expect(deferred.match(/<script type="deferred-module"/g)).toHaveLength(1)
  expect(deferred).not.toMatch(/rel="modulepreload"|type="module"/)
  const loader = scriptsOf(deferred).find(({ text }) => text.includes('latestMs'))
  const undone = deferred
    .replace(`<script${loader?.attributes}>${loader?.text}</script>`, () => '')
    .replaceAll('"deferred-module', '"module')
  expect(undone).toBe(recorded)
})

test('the installed framework starts a page exactly like the recorded one', () => {
  const framework = (html: string) =>
    scriptsOf(html)
      .filter(
        ({ attributes, text }) => attributes.includes('module') || text.startsWith('window.__reactRouter'),
      )
      .map(({ attributes, text }) => [
        attributes.replace(/ nonce="[^"]*"/, ''),
        /import \* as|window\.[\w.]+/.exec(text)?.[0],
      ])
  expect(framework(recorded).length).toBeGreaterThan(2)
  expect(framework(plain)).toEqual(framework(recorded))
})

test('every inline script has the nonce, and its hash is returned', async () => {
  for (const path of ['/now', '/on-interaction', '/after-paint', '/hostile']) {
    const html = await page(path)
    const code = scriptsOf(html).filter(({ attributes }) => !attributes.includes('ld+json'))
    expect(code.length).toBeGreaterThanOrEqual(path === '/now' ? 3 : 4)
    for (const { attributes } of code) expect(attributes).toContain(` nonce="${NONCE}"`)
    const sent = hashOwnScripts(Buffer.from(html), NONCE)
    expect(sent.hashes).toHaveLength(new Set(code.map(({ text }) => text)).size)
    expect(sent.html.toString()).not.toContain(NONCE)
  }
})

test('the inline loader is self-contained, and knows when to start', async () => {
  for (const [path, afterPaint] of [
    ['/on-interaction', false],
    ['/after-paint', true],
  ] as const) {
    const loader = scriptsOf(await page(path)).find(({ text }) => text.includes('latestMs'))?.text ?? ''
    expect(parseSync('loader.js', loader).errors).toEqual([])
    // Pages are changed as Latin-1.
    expect(loader).toMatch(/^[ -~\s]+$/)
    expect(loader).toContain(`"afterPaint":${afterPaint}`)
    expect(loader).toContain('"entry":"/assets/entry.js"')
  }
})

test('page texts that look like the scripts are left unchanged', async () => {
  const html = await page('/hostile')
  const scripts = scriptsOf(html)
  expect(scripts).toHaveLength(scriptsOf(await page('/on-interaction')).length)
  expect(linksOf(html, 'deferred-modulepreload')).toHaveLength(linksOf(plain, 'modulepreload').length)
  // The test proves nothing unless the page contains them.
  const title = html.match(/<title>(.*?)<\/title>/)?.[1] ?? ''
  expect(title).toContain('&lt;script type=')
  // Nothing but the loader was added.
  expect(html.match(/<\/head>/g)).toHaveLength(1)
})

test('quotes and tags in a URL are not copied into any script', async () => {
  const html = await page(`/on-interaction?q=${encodeURIComponent(HOSTILE)}`)
  expect(scriptsOf(html)).toHaveLength(scriptsOf(await page('/on-interaction')).length)
})

test('a page with its own status is deferred as its route says', async () => {
  const response = await request('/missing')
  expect(response.status).toBe(404)
  expect(linksOf(await response.text(), 'modulepreload')).toEqual([])
})

test('an error page hydrates at once, whatever its route says', async () => {
  for (const path of ['/broken', '/no-such-page']) {
    const response = await request(path)
    expect(response.status).toBe(path === '/broken' ? 500 : 404)
    const html = await response.text()
    expect(html).toContain('type="module"')
    expect(html).not.toContain('deferred')
  }
})

test('redirects and responses to HEAD have no page to defer', async () => {
  const moved = await request('/moved')
  expect(moved.status).toBe(302)
  expect(await moved.text()).toBe('')
  const head = await request('/on-interaction', 'HEAD')
  expect(head.status).toBe(200)
  expect(await head.text()).toBe('')
})

test.each([
  ['has no bootstrap script', plain.replace('type="module"', 'type="text/plain"')],
  ['has two bootstrap scripts', plain.replace('</body>', '<script type="module"></script></body>')],
  ['preloads no file', plain.replaceAll('modulepreload', 'preload')],
  ['does not preload the entry', plain.replaceAll('href="/assets/entry.js"', 'href="/assets/start.js"')],
  ['has no head', plain.replace('</head>', '')],
  ['is deferred already', defer(plain)],
  ['is empty', ''],
])('a page that %s is refused rather than sent broken', (_, html) => {
  expect(() => defer(html)).toThrow(/scripts cannot be adapted.*hydration\/README\.md/)
})
