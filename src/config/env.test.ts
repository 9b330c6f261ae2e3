import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { secretProblem } from './check-keys.ts'
import { ConfigError, readConfig } from './env.ts'

/** Settings with which a store may open in production. */
const real = {
  NODE_ENV: 'production',
  APP_URL: 'https://parts.shop',
  AUTH_SECRET: 'q7Zr0mWc2Lk9Xv4Tn6Pb8Hd1Sf3Gj5Ya0Ue2',
  STRIPE_SECRET_KEY: 'sk_live_51abc',
  STRIPE_PUBLISHABLE_KEY: 'pk_live_51abc',
  STRIPE_WEBHOOK_SECRET: 'whsec_51abcdefghijklmnop',
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
    expect(problemsOf({ ...real, AUTH_SECRET }).join('\n')).toContain('AUTH_SECRET ')
  })

  test.each([
    ['abcabcabcabcabcabcabcabcabcabcabcabc', 'different characters'],
    ['q7Zr0mWc2Lk9q7Zr0mWc2Lk9q7Zr0mWc2Lk9', 'repeats itself'],
    ['Ladder7Ladder8Ladder9Ladder1Ladder2Ladder3', 'repeats itself'],
    ['73910462857301946285016374920581', 'different characters'],
    ['abcdefghijklmnopqrstuvwxyzABCDEFGHIJ', 'words'],
    ['qwertyuiopasdfghjklzxcvbnmQWERTYUIOP', 'words'],
    ['better-auth-secret-12345678901234567890', 'words'],
    ['My store’s very own Password, number 17!', 'words'],
  ])('does not start with the guessable secret %s', (AUTH_SECRET, why) => {
    const problems = problemsOf({ ...real, AUTH_SECRET })
    expect(problems).toEqual([expect.stringContaining(why)])
    expect(problems[0]).toMatch(/^AUTH_SECRET .*openssl rand/)
  })

  // Hashes look as random as what openssl makes, and are the same in each run.
  test('starts with what openssl rand makes, in each of its forms', () => {
    for (let n = 0; n < 2000; n += 1) {
      const random = createHash('sha512').update(String(n)).digest()
      for (const AUTH_SECRET of [
        random.toString('hex', 0, 16),
        random.toString('hex', 0, 32),
        random.toString('base64', 0, 24),
        random.toString('base64', 0, 48),
      ])
        expect(secretProblem('AUTH_SECRET', AUTH_SECRET), AUTH_SECRET).toBeNull()
    }
  })

  test('starts with the hex digits that lacked some by chance, or held a short run', () => {
    for (const AUTH_SECRET of ['b56c450ae6eaebcffaa4c10abfbbc1fe', '0b7d123456e09fa83c41d7529e6b8fa0'])
      expect(problemsOf({ ...real, AUTH_SECRET })).toEqual([])
  })

  test('does not start with the published secret of Better Auth as a demo either', () => {
    const AUTH_SECRET = 'better-auth-secret-12345678901234567890'
    expect(problemsOf({ AUTH_SECRET })).toEqual([expect.stringContaining('published default')])
  })

  test.each([
    [
      'a publishable key as the secret one',
      { STRIPE_SECRET_KEY: 'pk_live_51abc' },
      /STRIPE_SECRET_KEY .*sk_live_/,
    ],
    [
      'the secret key as the publishable one',
      { STRIPE_PUBLISHABLE_KEY: 'sk_live_51abc' },
      /STRIPE_PUBLISHABLE_KEY .*pk_live_/,
    ],
    [
      'a restricted key as the publishable one',
      { STRIPE_PUBLISHABLE_KEY: 'rk_live_51abc' },
      /STRIPE_PUBLISHABLE_KEY/,
    ],
    [
      'the signing secret as the publishable key',
      { STRIPE_PUBLISHABLE_KEY: 'whsec_51abc' },
      /STRIPE_PUBLISHABLE_KEY/,
    ],
    ['a blank before a key', { STRIPE_SECRET_KEY: ' sk_live_51abc' }, /STRIPE_SECRET_KEY/],
    [
      'one test and one live key',
      { STRIPE_SECRET_KEY: 'sk_test_51abc', STRIPE_ALLOW_TEST_KEYS: '1' },
      /one is a test key/,
    ],
    ['a signing secret that is none', { STRIPE_WEBHOOK_SECRET: 'x' }, /STRIPE_WEBHOOK_SECRET .*whsec_/],
    [
      'a signing secret cut short',
      { STRIPE_WEBHOOK_SECRET: 'whsec_x' },
      /STRIPE_WEBHOOK_SECRET is too short/,
    ],
  ])('does not start with %s', (_what, keys, problem) => {
    expect(problemsOf({ ...real, ...keys }).join('\n')).toMatch(problem)
  })

  test('starts with test keys only when it is told to take them', () => {
    const keys = { STRIPE_SECRET_KEY: 'rk_test_51abc', STRIPE_PUBLISHABLE_KEY: 'pk_test_51abc' }
    expect(problemsOf({ ...real, ...keys })).toEqual([expect.stringContaining('STRIPE_ALLOW_TEST_KEYS=1')])
    expect(problemsOf({ ...real, ...keys, STRIPE_ALLOW_TEST_KEYS: '1' })).toEqual([])
  })

  test('lists values that cannot be read and everything else in one list', () => {
    const problems = problemsOf({
      NODE_ENV: 'production',
      AUTH_SECRET: 'short',
      PORT: 'http',
      STRIPE_SECRET_KEY: 'x',
    })
    const names = problems.map((problem) => problem.split(/[ :]/)[0] ?? '')
    expect(names.toSorted()).toEqual([
      'APP_URL',
      'AUTH_SECRET',
      'MAIL_FROM',
      'PORT',
      'SMTP_URL',
      'STRIPE_SECRET_KEY',
      'STRIPE_SECRET_KEY,',
    ])
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
  const values: Record<string, string> = {
    IMAGE_HOST_URL: 'https://images.example.com/upload',
    STRIPE_SECRET_KEY: 'sk_test_1',
    STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
    STRIPE_WEBHOOK_SECRET: 'whsec_1',
  }
  const value = (name: string) => values[name] ?? 'abc'

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

describe('a demo with keys of a card provider', () => {
  const demo = {
    STRIPE_SECRET_KEY: 'sk_test_1',
    STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
    STRIPE_WEBHOOK_SECRET: 'whsec_1',
  }

  test('takes test keys, and never sends a secret one to browsers', () => {
    expect(problemsOf(demo)).toEqual([])
    for (const key of ['sk_test_1', 'rk_test_1', 'sk_live_1', 'whsec_1', 'anything'])
      expect(problemsOf({ ...demo, STRIPE_PUBLISHABLE_KEY: key }).join('\n'), key).toContain(
        'STRIPE_PUBLISHABLE_KEY does not begin with',
      )
  })

  test('charges no real cards', () => {
    const live = { ...demo, STRIPE_SECRET_KEY: 'sk_live_1', STRIPE_PUBLISHABLE_KEY: 'pk_live_1' }
    expect(problemsOf(live)).toEqual([expect.stringContaining('a demo must not charge real cards')])
  })
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
