import { createHash } from 'node:crypto'
import { expect, type Page, test } from './support/test.ts'

const PAGES = ['/', '/parts', '/login', '/customerReviews', '/dashboard', '/no-such-page']
/** Ways in which injected markup runs, with the directive that forbids it. Each would set `ran`. */
const INJECTED: [markup: string, directive: string][] = [
  ['<script>ran = "inline"</script>', 'script-src-elem'],
  ['<script nonce="0123456789abcdefghijkl">ran = "guessed nonce"</script>', 'script-src-elem'],
  ['<script type="module">globalThis.ran = "module"</script>', 'script-src-elem'],
  ['<script src="data:text/javascript,ran=1"></script>', 'script-src-elem'],
  ['<script src="https://elsewhere.test/run.js"></script>', 'script-src-elem'],
  ['<img src="/no-such.png" onerror="ran = 1" alt="">', 'script-src-attr'],
  ['<svg onload="ran = 1"></svg>', 'script-src-attr'],
  ['<details open ontoggle="ran = 1"><summary>…</summary></details>', 'script-src-attr'],
  ['<iframe srcdoc="<script>parent.ran = 1</script>"></iframe>', 'script-src-elem'],
  ['<iframe src="https://elsewhere.test/"></iframe>', 'frame-src'],
  ['<object data="https://elsewhere.test/run.swf"></object>', 'object-src'],
  ['<link rel="stylesheet" href="https://elsewhere.test/steal.css">', 'style-src-elem'],
  ['<style>body { display: none }</style>', 'style-src-elem'],
  ['<base href="https://elsewhere.test/">', 'base-uri'],
]

const hasRun = (page: Page) => page.evaluate(() => 'ran' in globalThis)
const forbidden = (directive: string) => new RegExp(`^Policy: ${directive} `)

for (const [markup, directive] of INJECTED)
  test(`${markup} that a proxy writes into a page does not run, and the browser reports it`, async ({
    page,
    store,
    expectConsoleError,
  }) => {
    expectConsoleError(forbidden(directive))
    // Additional messages of the browser, such as of a missing picture.
    expectConsoleError(/Content Security Policy|status of 404/)
    await page.route(`${store.url}/blogs`, async (route) => {
      const response = await route.fetch()
      const body = (await response.text()).replace('<body', `<body data-changed`)
      expect(body).toContain('<main')
      await route.fulfill({ response, body: body.replace('<main', `${markup}<main`) })
    })
    await page.goto('/blogs')
    await expect(page.locator('body[data-changed]')).toBeVisible()
    await page.getByRole('link', { name: 'Log in' }).first().click()
    await expect(page).toHaveURL('/login')
    expect(await hasRun(page)).toBe(false)
  })

test('A script in a URL, or one that the page’s script creates, does not run', async ({
  page,
  expectConsoleError,
}) => {
  const evil = `"'></script><script>ran = 1</script><img src=x onerror="ran = 1">`
  const q = encodeURIComponent(evil)
  for (const path of [`/parts?q=${q}`, `/login?from=${q}`, `/parts?make=${q}&year=${q}`, `/parts#${q}`]) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    expect(await hasRun(page), path).toBe(false)
  }
  expectConsoleError(forbidden('require-trusted-types-for'))
  expectConsoleError(/TrustedScript|TrustedHTML/)
  const threw = await page.evaluate((markup) => {
    const script = document.createElement('script')
    script.append('ran = 1')
    document.body.append(script)
    try {
      document.body.insertAdjacentHTML('beforeend', markup)
      return false
    } catch {
      return true
    }
  }, evil)
  expect(threw).toBe(true)
  expect(await hasRun(page)).toBe(false)
})

test('The policy of a page names each of its own inline scripts, and no other', async ({ request }) => {
  for (const path of PAGES) {
    const response = await request.get(path)
    const html = await response.text()
    const inline = [
      ...html.matchAll(/<script(?![^>]*(?:\ssrc=|application\/ld\+json))[^>]*>([^]*?)<\/script>/g),
    ]
    const wanted = inline.map(([, script = '']) => createHash('sha256').update(script).digest('base64'))
    const policy = response.headers()['content-security-policy'] ?? ''
    const named = [...policy.matchAll(/'sha256-([^']+)'/g)].map(([, hash]) => hash)
    expect(new Set(named), path).toEqual(new Set(wanted))
    expect(named.length, path).toBeGreaterThan(0)
    expect(html, path).not.toContain('nonce=')
  }
})
