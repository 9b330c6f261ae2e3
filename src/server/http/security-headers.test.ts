import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from '#config/env.ts'
import { allCalls } from '#contract/calls.ts'
import type { SignInSettings } from '#domain/accounts/identity-provider.ts'
import { openFixture, samples, send, type Fixture } from '../../../tests/support/call-samples.ts'
import { commonHeaders, contentSecurityPolicy, fileHeaders, hashOwnScripts } from './security-headers.ts'

const demo = { cards: 'simulator', IMAGE_HOST_URL: undefined, S3_PUBLIC_URL: undefined } as const
const stripe = { ...demo, cards: 'stripe' } as const
const noCards = { ...demo, cards: 'none' } as const

/** The sources of each directive. */
function policyOf(
  hashes: readonly string[],
  config: Parameters<typeof contentSecurityPolicy>[1],
  signIn: SignInSettings = { kind: 'embedded', google: true },
): Map<string, string[]> {
  const directives = contentSecurityPolicy(hashes, config, signIn).split('; ')
  return new Map(directives.map((line) => line.split(/ +/)).map(([name = '', ...sources]) => [name, sources]))
}

describe('the policy of a page', () => {
  test('allows pictures from the public URL of a bucket, and from no other host', () => {
    const policy = policyOf([], { ...demo, S3_PUBLIC_URL: 'https://cdn.example.com/parts' })
    expect(policy.get('img-src')).toEqual(["'self'", 'data:', 'blob:', 'https://cdn.example.com'])
    expect(policyOf([], demo).get('img-src')).toEqual(["'self'", 'data:', 'blob:'])
  })

  test('allows our own files and exactly the inline scripts that the server wrote', () => {
    const page =
      '<script nonce="n1">let a = "1 → 2, “ü”"</script><script src="/assets/a.js"></script><p>nonce="n1"</p>' +
      '<script>injected()</script><script nonce="n2">guessed()</script><script type="module" nonce="n1">b()</script>'
    const hash = (script: string) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`
    const { html, hashes } = hashOwnScripts(Buffer.from(page), 'n1')
    expect(policyOf(hashes, demo).get('script-src')).toEqual([
      "'self'",
      hash('let a = "1 → 2, “ü”"'),
      hash('b()'),
    ])
    expect(html.toString()).not.toMatch(/<script[^>]*n1/)
    expect(html.toString()).toContain('<script>let a = "1 → 2, “ü”"</script>')
  })

  test('lets scripts call Firebase only if people sign in there, and loads no script from it', () => {
    const firebase = { kind: 'firebase', google: true, apiKey: 'key', emulatorUrl: null } as const
    expect(policyOf([], demo, firebase).get('connect-src')).toEqual([
      "'self'",
      'https://identitytoolkit.googleapis.com',
      'https://securetoken.googleapis.com',
    ])
    const emulated = { ...firebase, emulatorUrl: 'http://127.0.0.1:9099' }
    expect(policyOf([], demo, emulated).get('connect-src')).toEqual(["'self'", 'http://127.0.0.1:9099'])
    expect(policyOf([], demo, firebase).get('script-src')).toEqual(["'self'"])
    for (const other of [
      { kind: 'embedded', google: true },
      { kind: 'oidc', google: false, name: 'x' },
    ] as const)
      expect(policyOf([], demo, other).get('connect-src')).toEqual(["'self'"])
  })

  test('allows no unsafe-inline, eval, framing, plug-ins, foreign base or form target', () => {
    for (const config of [demo, stripe, noCards]) {
      const policy = policyOf(["'sha256-x'"], config)
      const all = [...policy].filter(([name]) => name !== 'style-src-attr').flatMap(([, sources]) => sources)
      expect(all.join(' ')).not.toMatch(/unsafe|\*(?!\.js\.stripe\.com)/)
      expect(policy.get('default-src')).toEqual(["'none'"])
      expect(policy.has('object-src')).toBe(false)
      expect(policy.get('base-uri')).toEqual(["'none'"])
      expect(policy.get('form-action')).toEqual(["'self'"])
      expect(policy.get('frame-ancestors')).toEqual(["'none'"])
      expect(policy.get('require-trusted-types-for')).toEqual(["'script'"])
    }
  })

  test('allows on the page of the card form what Stripe documents, and nothing else', () => {
    const policy = policyOf([], stripe)
    const scripts = ['https://js.stripe.com', 'https://*.js.stripe.com']
    expect(policy.get('script-src')).toEqual(["'self'", ...scripts])
    expect(policy.get('frame-src')).toEqual([...scripts, 'https://hooks.stripe.com'])
    expect(policy.get('connect-src')).toEqual(["'self'", 'https://api.stripe.com'])
    expect(policy.get('style-src-attr')).toEqual(["'unsafe-inline'"])
    expect(policy.get('trusted-types')).toEqual(['default'])
    for (const [name, sources] of policyOf([], demo))
      if (!['script-src', 'frame-src', 'connect-src', 'trusted-types'].includes(name))
        expect(policy.get(name), name).toEqual(sources)
  })

  test('allows Stripe on no other page, and frames only for the simulator', () => {
    for (const page of [demo, noCards]) {
      const policy = policyOf([], page)
      expect([...policy].flat(2).join(' ')).not.toContain('stripe')
      expect(policy.has('style-src-attr')).toBe(false)
      expect(policy.get('trusted-types')).toEqual(["'none'"])
    }
    expect(policyOf([], noCards).get('frame-src')).toEqual(["'none'"])
    expect(policyOf([], demo).get('frame-src')).toEqual(["'self'"])
  })
})

test('a real store sets HSTS for two years, a demo on a laptop does not', () => {
  const headers = (env: Record<string, string>) => commonHeaders(readConfig(env))
  const real = headers({ NODE_ENV: 'production', DEMO: '1' })['Strict-Transport-Security']
  expect(real).toBe('max-age=63072000; includeSubDomains')
  expect(headers({})['Strict-Transport-Security']).toBeUndefined()
})

test('a file that browsers open as a document has a policy by which it loads and runs nothing', () => {
  const policyFor = (type: string | null) => fileHeaders(readConfig({}), type)['Content-Security-Policy']
  for (const type of ['image/svg+xml', 'image/avif', 'text/html; charset=utf-8', 'application/xml', null])
    expect(policyFor(type), String(type)).toBe("default-src 'none'; frame-ancestors 'none'; sandbox")
  for (const type of ['text/javascript; charset=utf-8', 'text/css; charset=utf-8', 'font/woff2'])
    expect(policyFor(type), type).toBeUndefined()
})

describe('every response', () => {
  let world: Fixture
  beforeAll(async () => {
    world = await openFixture()
  })
  afterAll(() => world.store.close())

  const guards: Record<string, string | RegExp> = {
    'x-content-type-options': 'nosniff',
    'referrer-policy': /^(?:no-referrer|strict-origin-when-cross-origin)$/,
    'permissions-policy': /camera=\(\).*geolocation=\(\).*microphone=\(\)/,
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    'cross-origin-resource-policy': 'same-origin',
    'content-security-policy': /default-src 'none'.*frame-ancestors 'none'/,
  }

  test.each([
    '/healthz',
    '/products',
    '/order',
    '/auth/get-session',
    '/auth/google/done',
    '/dev/mailbox',
    '/dev/mailbox.json',
    '/images/none.webp',
    '/nothing-here',
    '/favicon.svg',
    '/simulator/stripe/v1/payment_intents/pi_1',
  ])('at %s protects the browser', async (path) => {
    const { headers, body } = await fetch(world.store.url + path)
    await body?.cancel()
    for (const [name, value] of Object.entries(guards)) expect(headers.get(name), name).toMatch(value)
  })

  test.each(allCalls)('to %s may be cached only if it is public', async (name, call) => {
    const sample = await samples[name](world)
    const person = call.access === 'admin' ? world.admin : world.owner
    const proof = { cookie: world.owner.cookie }
    const response = await send(
      world.store,
      name,
      sample,
      person.token,
      call.access === 'session' ? proof : {},
    )
    expect(response.status, JSON.stringify(response.body)).toBe(call.status)
    const mayBeStored = call.access === 'public' && call.method === 'GET' && name !== 'decodeVin'
    expect(response.headers.get('cache-control')).toBe(mayBeStored ? 'no-cache' : 'no-store')
    const refused = await send(world.store, name, sample)
    if (call.access !== 'public') expect(refused.headers.get('cache-control')).toBe('no-store')
  })
})
