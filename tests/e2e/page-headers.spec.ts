import type { Response } from '@playwright/test'
import { expect, test } from './support/test.ts'

const ALLOWS_NOTHING_ELSE = /default-src 'none'; script-src 'self'[^;]*; require-trusted-types-for 'script';/

for (const path of [
  '/dashboard',
  '/dashboard/myOrders',
  '/dashboard/audit',
  '/dashboard/nothing-here',
  '/dashboard/myOrders.data',
  '/reset-password',
  '/reset-password?token=0123456789abcdef',
  '/Dashboard',
  '/DASHBOARD/myOrders',
  '/%64ashboard/myProfile',
  '/Reset-Password?token=0123456789abcdef',
  '/Purchase-Product/some-part',
]) {
  test(`${path} is not cached`, async ({ request }) => {
    const response = await request.get(path)
    expect(response.headers()['cache-control']).toBe('no-store')
  })
}

test('Only the logo of emails is shown by pages of other hosts', async ({ request }) => {
  for (const [path, policy] of [
    ['/mail-mark.png', 'cross-origin'],
    ['/icon-192.png', 'same-origin'],
  ] as const)
    expect((await request.get(path)).headers()['cross-origin-resource-policy'], path).toBe(policy)
})

test('Public pages are revalidated each time', async ({ request }) => {
  for (const path of ['/', '/parts', '/login'])
    expect((await request.get(path)).headers()['cache-control'], path).toBe('no-cache')
})

for (const path of ['/', '/dashboard', '/nothing-here', '/parts/nothing-here', '/blogs/nothing-here']) {
  test(`The page at ${path} runs only the server's own scripts, and cannot be framed`, async ({
    request,
  }) => {
    const response = await request.get(path)
    expect(response.headers()['content-type']).toContain('text/html')
    expect(response.status()).toBe(path.endsWith('nothing-here') ? 404 : 200)
    const policy = response.headers()['content-security-policy']
    expect(policy).toMatch(ALLOWS_NOTHING_ELSE)
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).not.toContain('unsafe')
    expect(response.headers()).toMatchObject({
      'x-content-type-options': 'nosniff',
      'cross-origin-opener-policy': 'same-origin-allow-popups',
    })
  })
}

test('A file that is cached for a year has the headers of files, not of pages', async ({ page }) => {
  const responses: Response[] = []
  page.on('response', (response) => responses.push(response))
  await page.goto('/')
  await page.mouse.move(50, 50)
  for (const kind of ['stylesheet', 'font', 'image', 'script'])
    await expect
      .poll(() => responses.filter((response) => response.request().resourceType() === kind).length, kind)
      .toBeGreaterThan(0)
  const cached = responses
    .map((response) => ({ path: new URL(response.url()).pathname, headers: response.headers() }))
    .filter(({ headers }) => headers['cache-control']?.includes('immutable'))
  expect(cached.length).toBeGreaterThan(4)
  for (const { path, headers } of cached) {
    expect(headers, path).toMatchObject({
      'x-content-type-options': 'nosniff',
      // Product pictures may be shown by other front ends.
      'cross-origin-resource-policy': path.startsWith('/images/') ? 'cross-origin' : 'same-origin',
    })
    // A picture may be opened as a document of its own.
    if (/\.(?:svg|avif|webp|jpg)$/.test(path))
      expect(headers['content-security-policy'], path).toBe(
        "default-src 'none'; frame-ancestors 'none'; sandbox",
      )
    if (/\.(?:js|css|woff2)$/.test(path)) expect(headers, path).not.toHaveProperty('content-security-policy')
    for (const name of ['connection', 'cross-origin-opener-policy', 'permissions-policy', 'x-request-id'])
      expect(headers).not.toHaveProperty(name)
  }
})
