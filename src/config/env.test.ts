import { describe, expect, test } from 'vitest'
import { ConfigError, readConfig } from './env.ts'

/** Settings with which a store may open in production. */
const real = {
  NODE_ENV: 'production',
  APP_URL: 'https://parts.shop',
  AUTH_SECRET: 'q7Zr0mWc2Lk9Xv4Tn6Pb8Hd1Sf3Gj5Ya0Ue2',
  STRIPE_SECRET_KEY: 'sk_test_51abc',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_51abc',
  STRIPE_WEBHOOK_SECRET: 'whsec_51abc',
  SMTP_URL: 'smtp://user:password@mail.parts.shop:587',
  MAIL_FROM: 'Driveline <store@parts.shop>',
}

function problemsOf(env: Record<string, string | undefined>): readonly string[] {
  try {
    readConfig(env)
    return []
  } catch (error) {
    if (error instanceof ConfigError) return error.problems
    throw error
  }
}

describe('a store in production', () => {
  test('without any setting does not start, and says all that is missing in one list', () => {
    const problems = problemsOf({ NODE_ENV: 'production' })
    for (const name of ['AUTH_SECRET', 'APP_URL', 'STRIPE_SECRET_KEY', 'SMTP_URL', 'MAIL_FROM'])
      expect(problems.filter((line) => line.startsWith(`${name} is missing: `))).toHaveLength(1)
    expect(() => readConfig({ NODE_ENV: 'production' })).toThrow(
      /cannot start with these settings:\n {2}- .*\n {2}- /,
    )
  })

  test('starts with real settings, and is no demo', () => {
    expect(readConfig(real)).toMatchObject({ demo: false, production: true, LOG_LEVEL: 'info' })
  })

  test.each(Object.keys(real).filter((name) => name !== 'NODE_ENV'))('does not start without %s', (name) => {
    expect(problemsOf({ ...real, [name]: undefined }).join('\n')).toContain(name)
    expect(problemsOf({ ...real, [name]: '' }).join('\n')).toContain(name)
  })

  test.each([
    'change-me-change-me-change-me-change-me',
    'changemechangemechangemechangemechangeme',
    'placeholder-placeholder-placeholder-12345',
    'example-example-example-example-example-1',
    'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa',
  ])('does not start with the placeholder secret %s', (AUTH_SECRET) => {
    expect(problemsOf({ ...real, AUTH_SECRET }).join('\n')).toContain('AUTH_SECRET is a placeholder')
  })

  test('does not start with a short secret, an address without https, or faults on purpose', () => {
    expect(problemsOf({ ...real, AUTH_SECRET: 'short' }).join('\n')).toContain('at least 32 characters')
    expect(problemsOf({ ...real, APP_URL: 'http://parts.shop' }).join('\n')).toContain('https://')
    expect(problemsOf({ ...real, SIMULATOR_FAULTS: 'error=once' }).join('\n')).toContain('SIMULATOR_FAULTS')
  })

  test('starts as a demo when it is told to be one', () => {
    expect(readConfig({ NODE_ENV: 'production', DEMO: '1' })).toMatchObject({ demo: true, production: true })
  })
})

describe('settings that only make sense together', () => {
  const pairs = [
    ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'],
    ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET'],
    ['IMAGE_HOST_URL', 'IMAGE_HOST_KEY'],
  ]
  const value = (name: string) => (name.endsWith('_URL') ? 'https://images.example.com/upload' : 'abc')

  test.each(pairs.flatMap((names) => names.map((name) => [name, names] as const)))(
    '%s alone does not start, together with its others it does',
    (name, names) => {
      const problems = problemsOf({ [name]: value(name) })
      expect(problems).toHaveLength(1)
      for (const each of names) expect(problems[0]).toContain(each)
      expect(problemsOf(Object.fromEntries(names.map((each) => [each, value(each)])))).toEqual([])
    },
  )
})

describe('without any setting', () => {
  test('the store is a demo on the specification’s numbers', () => {
    expect(readConfig({})).toMatchObject({
      demo: true,
      production: false,
      DATA_DIR: '.data',
      TOKEN_MINUTES: 15,
      ORDER_HOLD_MINUTES: 1440,
      PROVIDER_TIMEOUT_MS: 5000,
    })
  })

  test('an empty text is as good as none', () => {
    expect(readConfig({ PORT: '', GOOGLE_CLIENT_ID: '', DEMO: '' })).toMatchObject({ demo: true })
  })

  test('a demo can be turned off, and then needs what production needs', () => {
    expect(problemsOf({ DEMO: '0' }).length).toBeGreaterThan(3)
  })

  test.each([
    ['PORT', '70000'],
    ['PORT', 'http'],
    ['TOKEN_MINUTES', '0'],
    ['SWEEP_SECONDS', '1.5'],
    ['DATABASE_URL', 'mysql://localhost/x'],
    ['APP_URL', 'javascript:alert(1)'],
    ['TRUST_PROXY', 'perhaps'],
    ['LOG_LEVEL', 'loud'],
    ['CORS_ORIGINS', '*'],
    ['CORS_ORIGINS', 'https://shop.example.com/'],
    ['CORS_ORIGINS', 'https://Shop.example.com'],
    ['CORS_ORIGINS', 'null'],
    ['CORS_ORIGINS', 'https://a.example,javascript:alert(1)'],
  ])('%s=%s is named as wrong', (name, text) => {
    const problems = problemsOf({ [name]: text })
    expect(problems).toHaveLength(1)
    expect(problems[0]).toContain(name)
  })
})
