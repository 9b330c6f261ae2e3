// Long because one table holds a valid and an invalid value of every setting.

import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { guessableSecret } from './check-keys.ts'
import { ConfigError, readConfig } from './env.ts'
import { limitSettings } from './limits.ts'
import { SETTING_NAMES, SettingsSchema } from './settings.ts'

/** Settings of a valid production store. */
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

const STRIPE_TEST_KEYS = {
  STRIPE_SECRET_KEY: 'sk_test_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
}

const FIREBASE = {
  IDENTITY: 'firebase',
  FIREBASE_PROJECT_ID: 'my-shop-1a2b3',
  FIREBASE_API_KEY: 'AIzaSyA-0123456789abcdefghijklmnopqrstu',
}
const OIDC = {
  IDENTITY: 'oidc',
  OIDC_ISSUER: 'https://id.example.com/realms/shop',
  OIDC_CLIENT_ID: 'driveline',
  OIDC_CLIENT_SECRET: 'abc',
}

/** A live key in Stripe's current format, which contains the account. */
function keyOf(kind: 'sk' | 'rk' | 'pk', account: string): string {
  return `${kind}_live_51${account.repeat(15)}${kind.repeat(41)}00${account}`
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
  test('without settings does not start, and lists everything that is missing', () => {
    const problems = problemsOf({ NODE_ENV: 'production' })
    for (const name of ['AUTH_SECRET', 'APP_URL', 'STRIPE_SECRET_KEY', 'SMTP_URL', 'MAIL_FROM'])
      expect(problems.filter((line) => line.startsWith(`${name} is missing: `))).toHaveLength(1)
    expect(() => readConfig({ NODE_ENV: 'production' })).toThrow(
      /cannot start with these settings:\n {2}- .*\n {2}- /,
    )
  })

  test('starts with real settings, and is not a demo', () => {
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

  // Hashes look as random as the output of openssl, and are the same in each run.
  test('starts with the output of openssl rand, in each of its forms', () => {
    for (let n = 0; n < 2000; n += 1) {
      const random = createHash('sha512').update(String(n)).digest()
      for (const AUTH_SECRET of [
        random.toString('hex', 0, 16),
        random.toString('hex', 0, 32),
        random.toString('base64', 0, 24),
        random.toString('base64', 0, 48),
      ])
        expect([...guessableSecret('AUTH_SECRET', AUTH_SECRET)], AUTH_SECRET).toEqual([])
    }
  })

  test('starts with hex secrets that happen to lack some digits, or contain a short run', () => {
    for (const AUTH_SECRET of ['b56c450ae6eaebcffaa4c10abfbbc1fe', '0b7d123456e09fa83c41d7529e6b8fa0'])
      expect(problemsOf({ ...real, AUTH_SECRET })).toEqual([])
  })

  test('does not start with the published secret of Better Auth, even as a demo', () => {
    const AUTH_SECRET = 'better-auth-secret-12345678901234567890'
    expect(problemsOf({ AUTH_SECRET })).toEqual([expect.stringContaining('published default')])
  })

  test.each([
    [
      'a publishable key as the secret key',
      { STRIPE_SECRET_KEY: 'pk_live_51abc' },
      /STRIPE_SECRET_KEY .*sk_live_/,
    ],
    [
      'the secret key as the publishable key',
      { STRIPE_PUBLISHABLE_KEY: 'sk_live_51abc' },
      /STRIPE_PUBLISHABLE_KEY .*pk_live_/,
    ],
    [
      'a restricted key as the publishable key',
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
    ['a malformed signing secret', { STRIPE_WEBHOOK_SECRET: 'x' }, /STRIPE_WEBHOOK_SECRET .*whsec_/],
    [
      'a signing secret cut short',
      { STRIPE_WEBHOOK_SECRET: 'whsec_x' },
      /STRIPE_WEBHOOK_SECRET is too short/,
    ],
    [
      'a previous signing secret cut short',
      { STRIPE_WEBHOOK_SECRET_PREVIOUS: 'whsec_y' },
      /STRIPE_WEBHOOK_SECRET_PREVIOUS is too short/,
    ],
    [
      'a publishable key as the previous signing secret',
      { STRIPE_WEBHOOK_SECRET_PREVIOUS: 'pk_live_51abcdefghijklmnop' },
      /STRIPE_WEBHOOK_SECRET_PREVIOUS .*whsec_/,
    ],
    [
      'the same signing secret twice',
      { STRIPE_WEBHOOK_SECRET_PREVIOUS: 'whsec_51abcdefghijklmnop' },
      /STRIPE_WEBHOOK_SECRET_PREVIOUS is the same/,
    ],
    [
      'keys of two accounts',
      { STRIPE_SECRET_KEY: keyOf('sk', 'A'), STRIPE_PUBLISHABLE_KEY: keyOf('pk', 'B') },
      /belong to different Stripe accounts/,
    ],
    [
      'a restricted key of another account',
      { STRIPE_SECRET_KEY: keyOf('rk', 'A'), STRIPE_PUBLISHABLE_KEY: keyOf('pk', 'B') },
      /belong to different Stripe accounts/,
    ],
    [
      'a card provider that receives the secret key over http',
      { STRIPE_API_BASE: 'http://stripe.example.com' },
      /STRIPE_API_BASE must start with https/,
    ],
  ])('does not start with %s', (_what, keys, problem) => {
    expect(problemsOf({ ...real, ...keys })).toEqual([expect.stringMatching(problem)])
  })

  test('starts with keys of one account, secret or restricted, and with older keys that do not contain it', () => {
    for (const kind of ['sk', 'rk'] as const)
      expect(
        problemsOf({
          ...real,
          STRIPE_SECRET_KEY: keyOf(kind, 'A'),
          STRIPE_PUBLISHABLE_KEY: keyOf('pk', 'A'),
        }),
      ).toEqual([])
    const older = {
      STRIPE_SECRET_KEY: 'sk_live_51abcdefghijklmnopqrstuv',
      STRIPE_PUBLISHABLE_KEY: 'pk_live_51zyxwvutsrqponmlkjihgfe',
    }
    expect(problemsOf({ ...real, ...older })).toEqual([])
  })

  test('accepts the previous signing secret only together with the current one', () => {
    expect(problemsOf({ STRIPE_WEBHOOK_SECRET_PREVIOUS: 'whsec_2' })).toEqual([
      expect.stringMatching(/^STRIPE_WEBHOOK_SECRET_PREVIOUS: set STRIPE_WEBHOOK_SECRET too/),
    ])
    const rolled = { ...real, STRIPE_WEBHOOK_SECRET_PREVIOUS: 'whsec_52abcdefghijklmnop' }
    expect(readConfig(rolled)).toMatchObject(rolled)
  })

  test('starts with test keys only when STRIPE_ALLOW_TEST_KEYS allows them', () => {
    const keys = { STRIPE_SECRET_KEY: 'rk_test_51abc', STRIPE_PUBLISHABLE_KEY: 'pk_test_51abc' }
    expect(problemsOf({ ...real, ...keys })).toEqual([expect.stringContaining('STRIPE_ALLOW_TEST_KEYS=1')])
    expect(problemsOf({ ...real, ...keys, STRIPE_ALLOW_TEST_KEYS: '1' })).toEqual([])
  })

  test('lists unreadable values together with all other problems', () => {
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

  test('lists ten different mistakes at once, each once and with the name of its setting', () => {
    const problems = problemsOf({
      ...real,
      AUTH_SECRET: 'change-me-change-me-change-me-change-me',
      APP_URL: 'http://parts.shop',
      PORT: '70000',
      DATABASE_URL: 'mysql://localhost/x',
      STRIPE_SECRET_KEY: 'pk_live_51abc',
      STRIPE_WEBHOOK_SECRET: 'whsec_x',
      GOOGLE_CLIENT_ID: 'only-the-id',
      IMAGE_HOST_URL: 'images',
      SMTP_URL_FILE: '/nowhere/smtp-url',
      SMTP_URL: undefined,
      MAIL_FROM: undefined,
      METRICS_PORT: '9464',
      METRICS_HOST: '0.0.0.0',
      LOG_LEVEL: 'loud',
    })
    const names = problems.map((problem) => problem.split(/[ :]/)[0] ?? '')
    expect(names.toSorted()).toEqual([
      'APP_URL',
      'AUTH_SECRET',
      'DATABASE_URL',
      'GOOGLE_CLIENT_ID',
      'IMAGE_HOST_URL',
      'LOG_LEVEL',
      'MAIL_FROM',
      'METRICS_HOST',
      'PORT',
      'SMTP_URL_FILE',
      'STRIPE_SECRET_KEY',
      'STRIPE_WEBHOOK_SECRET',
    ])
  })

  test.each([
    ['STRIPE_WEBHOOK_SECRET', 'whsec_replace-me-with-yours'],
    ['GOOGLE_CLIENT_SECRET', 'your-client-secret-goes-here-your-secret'],
    ['IMAGE_HOST_KEY', 'xxxxxxxxxxxx'],
    ['SMTP_URL', 'smtp://user:changeme@mail.parts.shop:587'],
    ['DATABASE_URL', 'postgres://driveline:<password>@db/driveline'],
    ['DATABASE_URL', 'postgres://driveline:…@db/driveline'],
  ])('does not start with a placeholder as %s', (name, value) => {
    const others = {
      GOOGLE_CLIENT_ID: 'abc',
      GOOGLE_CLIENT_SECRET: 'abc',
      IMAGE_HOST_URL: 'https://i.example',
      IMAGE_HOST_KEY: 'abc',
    }
    const problems = problemsOf({ ...real, ...others, [name]: value })
    expect(problems).toEqual([expect.stringContaining(name)])
    expect(problems.join()).not.toContain(value)
  })

  test('does not start with a short secret, a URL without https, or injected faults', () => {
    expect(problemsOf({ ...real, AUTH_SECRET: 'short' }).join('\n')).toContain('at least 32 characters')
    expect(problemsOf({ ...real, APP_URL: 'http://parts.shop' }).join('\n')).toContain('https://')
    expect(problemsOf({ ...real, SIMULATOR_FAULTS: 'error=once' }).join('\n')).toContain('SIMULATOR_FAULTS')
  })

  test('starts as a demo with DEMO=1', () => {
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
    ...STRIPE_TEST_KEYS,
  }
  const value = (name: string) => values[name] ?? 'abc'

  test.each(pairs.flatMap((names) => names.map((name) => [name, names] as const)))(
    '%s is accepted only together with the settings it depends on',
    (name, names) => {
      const problems = problemsOf({ [name]: value(name) })
      expect(problems).toHaveLength(1)
      for (const each of names) expect(problems[0]).toContain(each)
      expect(problemsOf(Object.fromEntries(names.map((each) => [each, value(each)])))).toEqual([])
    },
  )
})

describe('settings that cannot both be true are refused, with a fix:', () => {
  const db = 'postgres://shop:secret@db.example/store'
  test.each([
    [
      'a hold of unverified customers that is longer than the hold',
      { ORDER_HOLD_MINUTES: '60', UNVERIFIED_HOLD_MINUTES: '61' },
      'UNVERIFIED_HOLD_MINUTES (61) is longer than ORDER_HOLD_MINUTES (60): set at most 60',
    ],
    [
      'the same against the default hold',
      { UNVERIFIED_HOLD_MINUTES: '1441' },
      'UNVERIFIED_HOLD_MINUTES (1441) is longer than ORDER_HOLD_MINUTES (1440)',
    ],
    [
      'a reminder that is longer than the hold',
      { ORDER_HOLD_MINUTES: '60', HOLD_REMINDER_MINUTES: '90' },
      'set at most 30, or 0 for no reminders',
    ],
    [
      'a reminder that no hold is long enough for',
      { ORDER_HOLD_MINUTES: '1440', HOLD_REMINDER_MINUTES: '721' },
      'set at most 720, or 0 for no reminders',
    ],
    [
      'a replica that is the primary',
      { DATABASE_URL: db, DATABASE_REPLICA_URL: db },
      'DATABASE_REPLICA_URL is the server of DATABASE_URL',
    ],
    [
      'a replica that is the primary under another user and with its port',
      {
        DATABASE_URL: db,
        DATABASE_REPLICA_URL: 'postgresql://browser@DB.example:5432/store?sslmode=require',
      },
      'DATABASE_REPLICA_URL is the server of DATABASE_URL',
    ],
    [
      'a replica that is the primary behind the pooler',
      {
        DATABASE_URL: 'postgres://shop@pooler.example:6432/store',
        DATABASE_DIRECT_URL: db,
        DATABASE_REPLICA_URL: db,
      },
      'DATABASE_REPLICA_URL is the server of DATABASE_DIRECT_URL',
    ],
  ])('%s', (_, env, problem) => {
    expect(problemsOf(env)).toEqual([expect.stringContaining(problem)])
  })

  test('defaults follow the hold: a short one shortens that of unverified customers, and has no reminder', () => {
    expect(readConfig({ ORDER_HOLD_MINUTES: '30' })).toMatchObject({
      UNVERIFIED_HOLD_MINUTES: 30,
      HOLD_REMINDER_MINUTES: 0,
    })
    expect(readConfig({})).toMatchObject({ UNVERIFIED_HOLD_MINUTES: 60, HOLD_REMINDER_MINUTES: 240 })
    const limits = { ORDER_HOLD_MINUTES: '60', UNVERIFIED_HOLD_MINUTES: '60', HOLD_REMINDER_MINUTES: '30' }
    expect(problemsOf(limits)).toEqual([])
  })
})

describe('the identity provider', () => {
  test('is the store’s own unless IDENTITY selects another, in a demo and in production', () => {
    expect(readConfig({}).IDENTITY).toBe('embedded')
    for (const hosted of [FIREBASE, OIDC]) {
      expect(problemsOf(hosted)).toEqual([])
      expect(problemsOf({ ...real, ...hosted })).toEqual([])
    }
  })

  test.each([
    ...Object.keys(FIREBASE).map((name) => [name, FIREBASE] as const),
    ...Object.keys(OIDC).map((name) => [name, OIDC] as const),
  ])('needs %s together with its other settings', (name, hosted) => {
    const problems = problemsOf({ ...real, ...hosted, [name]: undefined })
    if (name === 'IDENTITY') expect(problems).toHaveLength(Object.keys(hosted).length - 1)
    else expect(problems).toEqual([expect.stringMatching(`^${name} is missing: IDENTITY=`)])
  })

  test('reports all missing settings at once', () => {
    expect(problemsOf({ IDENTITY: 'firebase' })).toHaveLength(2)
    expect(problemsOf({ IDENTITY: 'oidc' })).toHaveLength(3)
  })

  test('may be an emulator or have other keys only in demos outside production: anyone can make its tokens', () => {
    for (const trial of [
      { FIREBASE_AUTH_EMULATOR_HOST: '127.0.0.1:9099' },
      { FIREBASE_KEYS_URL: 'http://127.0.0.1/keys' },
    ]) {
      const [name] = Object.keys(trial)
      expect(problemsOf({ ...FIREBASE, ...trial })).toEqual([])
      for (const store of [
        real,
        { ...real, NODE_ENV: 'development', DEMO: '0' },
        { NODE_ENV: 'production', DEMO: '1' },
      ])
        expect(problemsOf({ ...store, ...FIREBASE, ...trial })).toEqual([
          expect.stringMatching(`^${name} is for trying`),
        ])
    }
  })

  test('must have an issuer with https in production', () => {
    expect(problemsOf({ ...real, ...OIDC, OIDC_ISSUER: 'http://id.example.com' })).toEqual([
      'OIDC_ISSUER must start with https:// in production',
    ])
  })

  test('excludes the store’s own Google button if it is an OpenID Connect issuer', () => {
    const google = { GOOGLE_CLIENT_ID: 'abc', GOOGLE_CLIENT_SECRET: 'abc' }
    expect(problemsOf({ ...OIDC, ...google })).toEqual([expect.stringMatching('^GOOGLE_CLIENT_ID: ')])
    expect(problemsOf({ ...FIREBASE, ...google })).toEqual([])
  })
})

describe('a demo with keys of a card provider', () => {
  const demo = STRIPE_TEST_KEYS

  test('accepts test keys, and never sends a secret one to browsers', () => {
    expect(problemsOf(demo)).toEqual([])
    for (const key of ['sk_test_1', 'rk_test_1', 'sk_live_1', 'whsec_1', 'anything'])
      expect(problemsOf({ ...demo, STRIPE_PUBLISHABLE_KEY: key }).join('\n'), key).toContain(
        'STRIPE_PUBLISHABLE_KEY does not begin with',
      )
  })

  test('is refused with live keys, so that it charges no real cards', () => {
    const live = { ...demo, STRIPE_SECRET_KEY: 'sk_live_1', STRIPE_PUBLISHABLE_KEY: 'pk_live_1' }
    expect(problemsOf(live)).toEqual([expect.stringContaining('a demo must not charge real cards')])
  })
})

describe('without any setting', () => {
  test('the store is a demo with the documented defaults', () => {
    expect(readConfig({})).toMatchObject({
      demo: true,
      production: false,
      DATA_DIR: '.data',
      TOKEN_MINUTES: 15,
      ORDER_HOLD_MINUTES: 1440,
      PROVIDER_TIMEOUT_MS: 5000,
    })
  })

  test.each(['', ' ', '\t'])('an empty or blank value ("%s") counts as not set', (value) => {
    expect(readConfig(Object.fromEntries(SETTING_NAMES.map((name) => [name, value])))).toEqual(readConfig({}))
  })

  test('demo mode can be turned off, and the store then needs what production needs', () => {
    expect(problemsOf({ DEMO: '0' }).length).toBeGreaterThan(3)
  })
})

const BUCKET = { S3_BUCKET: 'parts', S3_ACCESS_KEY_ID: 'abc', S3_SECRET_ACCESS_KEY: 'abc' }
const HOST = { IMAGE_HOST_URL: 'https://images.example.com', IMAGE_HOST_KEY: 'abc' }

describe('where new pictures go', () => {
  test.each<[string, Record<string, string>]>([
    ['disk', {}],
    ['s3', BUCKET],
    ['host', HOST],
    ['s3', { ...BUCKET, ...HOST }],
    ['disk', { ...BUCKET, ...HOST, IMAGE_STORE: 'disk' }],
    ['host', { ...BUCKET, ...HOST, IMAGE_STORE: 'host' }],
  ])('%s, with %o', (place, settings) => {
    expect(readConfig(settings).IMAGE_STORE).toBe(place)
  })

  test('a location that is not set up is refused', () => {
    expect(problemsOf({ IMAGE_STORE: 's3' })).toEqual([expect.stringContaining('set S3_BUCKET')])
    expect(problemsOf({ ...BUCKET, IMAGE_STORE: 'host' })).toEqual([
      expect.stringContaining('set IMAGE_HOST_URL'),
    ])
    expect(problemsOf({ S3_ENDPOINT: 'https://s3.example.com' })).toEqual([
      expect.stringContaining('set S3_BUCKET'),
    ])
    for (const name of Object.keys(BUCKET))
      expect(problemsOf({ ...BUCKET, [name]: '' }), name).toEqual([
        expect.stringContaining('set all three, or none'),
      ])
  })

  test('the bucket is in the path on other servers, and in the host at Amazon', () => {
    expect(readConfig(BUCKET).S3_PATH_STYLE).toBe(false)
    expect(readConfig({ ...BUCKET, S3_ENDPOINT: 'https://s3.example.com' }).S3_PATH_STYLE).toBe(true)
  })

  test('a real store exchanges pictures over https only', () => {
    const insecure = {
      ...BUCKET,
      ...HOST,
      IMAGE_HOST_URL: 'http://images.example.com',
      S3_PUBLIC_URL: 'http://cdn.example.com',
    }
    expect(problemsOf(insecure)).toEqual([])
    expect(problemsOf({ ...real, ...insecure })).toEqual([
      'IMAGE_HOST_URL must start with https://',
      'S3_PUBLIC_URL must start with https://',
    ])
  })
})

/** For each setting a valid text, its parsed value, and invalid texts. */
const SAMPLES: Record<
  string,
  { good: string; read?: unknown; bad: string[]; others?: Record<string, string> }
> = {
  NODE_ENV: { good: 'test', bad: ['staging', 'Production'] },
  DEMO: { good: 'true', bad: ['yes', '2'] },
  PORT: { good: '8080', read: 8080, bad: ['70000', 'http', '-1', '80.5'] },
  HOST: { good: '0.0.0.0', bad: [] },
  DATA_DIR: { good: '/srv/store', bad: [] },
  // The folder's existence is checked when it is read.
  CONTENT_DIR: { good: '/srv/content', bad: [] },
  APP_URL: {
    good: 'https://Parts.shop//',
    read: 'https://parts.shop',
    bad: [
      'javascript:alert(1)',
      'parts.shop',
      'ftp://parts.shop',
      'https://parts.shop/store/',
      'https://parts.shop/?a=1',
      'https://parts.shop/#a',
    ],
  },
  CORS_ORIGINS: {
    good: 'https://a.example, http://[::1]:5173',
    read: ['https://a.example', 'http://[::1]:5173'],
    bad: [
      '*',
      'null',
      'https://shop.example.com/',
      'https://Shop.example.com',
      'https://shop.example.com:443',
      'https://*.example.com',
      'https://a.example,',
      'https://a.example https://b.example',
      'https://a.example,javascript:alert(1)',
    ],
  },
  AUTH_SECRET: { good: real.AUTH_SECRET, bad: ['short'] },
  DATABASE_URL: {
    good: 'postgresql://user@db:5432/store',
    bad: ['mysql://localhost/x', 'localhost:5432', 'http://db/store'],
  },
  DATABASE_DIRECT_URL: {
    good: 'postgres://user@db:5432/store',
    bad: ['mysql://localhost/x', 'db'],
    others: { DATABASE_URL: 'postgres://user@pooler:6432/store' },
  },
  DATABASE_REPLICA_URL: {
    good: 'postgres://browser@replica:5432/store',
    bad: ['mysql://localhost/x', 'replica'],
    others: { DATABASE_URL: 'postgres://user@db:5432/store' },
  },
  DATABASE_WAIT_SECONDS: { good: '0.5', read: 0.5, bad: ['-1', '86401', 'a minute'] },
  DATABASE_POOL: { good: '4', read: 4, bad: ['3', '201', '4.5', 'many'] },
  TRUST_PROXY: { good: '1', read: true, bad: ['perhaps', '10.0.0.0/8'] },
  LOG_LEVEL: { good: 'silent', bad: ['loud', 'INFO'] },
  IDENTITY: { good: 'firebase', bad: ['Firebase', 'keycloak', 'none'], others: FIREBASE },
  FIREBASE_PROJECT_ID: {
    good: 'my-shop-1a2b3',
    bad: ['My Shop', '1shop', 'https://my-shop.firebaseapp.com', 'x'.repeat(31)],
    others: FIREBASE,
  },
  FIREBASE_API_KEY: { good: FIREBASE.FIREBASE_API_KEY, bad: ['a key', 'short'], others: FIREBASE },
  FIREBASE_AUTH_EMULATOR_HOST: {
    good: '127.0.0.1:9099',
    bad: ['http://127.0.0.1:9099', '127.0.0.1', '127.0.0.1:9099/x', '127.0.0.1:9099;script-src *'],
    others: FIREBASE,
  },
  FIREBASE_KEYS_URL: { good: 'http://127.0.0.1:5590/keys', bad: ['keys', 'file:///keys'], others: FIREBASE },
  OIDC_ISSUER: { good: OIDC.OIDC_ISSUER, bad: ['id.example.com', 'ftp://id.example.com'], others: OIDC },
  OIDC_CLIENT_ID: { good: 'driveline', bad: [], others: OIDC },
  OIDC_CLIENT_SECRET: { good: 'abc', bad: [], others: OIDC },
  OIDC_SCOPE: {
    good: 'openid email offline_access',
    bad: ['email', 'openid', 'openid,email', 'openid  email'],
    others: OIDC,
  },
  OIDC_NAME: { good: 'Harbor ID', bad: ['x'.repeat(61)], others: OIDC },
  GOOGLE_CLIENT_ID: { good: 'abc', bad: [], others: { GOOGLE_CLIENT_SECRET: 'abc' } },
  GOOGLE_CLIENT_SECRET: { good: 'abc', bad: [], others: { GOOGLE_CLIENT_ID: 'abc' } },
  GOOGLE_ISSUER: { good: 'https://login.example.com', bad: ['login.example.com', 'file:///etc/passwd'] },
  STRIPE_SECRET_KEY: { good: 'sk_test_1', bad: ['sk_1', 'pk_test_1'], others: STRIPE_TEST_KEYS },
  STRIPE_PUBLISHABLE_KEY: { good: 'pk_test_1', bad: ['pk_1', 'sk_test_1'], others: STRIPE_TEST_KEYS },
  STRIPE_WEBHOOK_SECRET: { good: 'whsec_1', bad: ['secret'], others: STRIPE_TEST_KEYS },
  STRIPE_WEBHOOK_SECRET_PREVIOUS: { good: 'whsec_2', bad: ['secret', 'whsec_1'], others: STRIPE_TEST_KEYS },
  STRIPE_API_BASE: { good: 'http://127.0.0.1:5591', bad: ['127.0.0.1:5591', 'stripe'] },
  STRIPE_ALLOW_TEST_KEYS: { good: '1', read: true, bad: ['yes', 'sk_test_1'] },
  IMAGE_HOST_URL: { good: 'https://images.example.com', bad: ['images'], others: { IMAGE_HOST_KEY: 'abc' } },
  IMAGE_HOST_KEY: { good: 'abc', bad: [], others: { IMAGE_HOST_URL: 'https://images.example.com' } },
  S3_BUCKET: { good: 'parts', bad: ['Parts', 'a', 'parts/of', 'parts bucket', '-parts'], others: BUCKET },
  S3_ACCESS_KEY_ID: { good: 'abc', bad: [], others: BUCKET },
  S3_SECRET_ACCESS_KEY: { good: 'abc', bad: [], others: BUCKET },
  S3_ENDPOINT: {
    good: 'http://s3.internal:9000',
    bad: ['s3.internal:9000', 's3://parts', 'ftp://s3.internal'],
    others: BUCKET,
  },
  S3_REGION: { good: 'eu-central-1', bad: ['eu central', 'eu/1'] },
  S3_PATH_STYLE: { good: '0', read: false, bad: ['path', 'yes'] },
  S3_PUBLIC_URL: { good: 'https://cdn.example.com/parts', bad: ['cdn.example.com'], others: BUCKET },
  IMAGE_STORE: { good: 'disk', bad: ['S3', 'bucket'] },
  IMAGE_TIMEOUT_MS: { good: '50', read: 50, bad: ['49', '60001'] },
  SMTP_URL: { good: 'smtps://mail.example.com', bad: ['mail.example.com:25', 'https://mail.example.com'] },
  ORDER_MAIL_TO: {
    good: 'orders@shop.example',
    bad: ['Shop <orders@shop.example>', 'a@x.example, b@x.example', 'on', 'Off', 'orders@'],
  },
  MAIL_FROM: {
    good: '"Bolt & Nut" <store@example.com>',
    bad: ['Shop', 'shop.example.com', 'Shop <store@example.com', 'Shop <store>', 'a@b.example, c@d.example'],
  },
  ORDER_HOLD_MINUTES: { good: '1', read: 1, bad: ['0', '525601', 'a day'] },
  HOLD_REMINDER_MINUTES: { good: '0', read: 0, bad: ['-1', '525601', 'an hour'] },
  UNVERIFIED_HOLD_MINUTES: { good: '1', read: 1, bad: ['0', '525601', 'an hour'] },
  UNVERIFIED_SHARE_PERCENT: { good: '0', read: 0, bad: ['-1', '101', '50%'] },
  TOKEN_MINUTES: { good: '1440', read: 1440, bad: ['0', '1441'] },
  SWEEP_SECONDS: { good: '1', read: 1, bad: ['0', '1.5', '3601'] },
  DRAIN_SECONDS: { good: '0', read: 0, bad: ['-1', '3601', 'none'] },
  METRICS_PORT: { good: '9464', read: 9464, bad: ['70000', 'on', '-1'] },
  METRICS_HOST: { good: '127.0.0.1', bad: ['0.0.0.0', '10.0.0.7', '::'], others: { METRICS_PORT: '9464' } },
  METRICS_TOKEN: {
    good: real.AUTH_SECRET,
    bad: [
      'short',
      'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa',
      `${real.AUTH_SECRET} `,
      `${real.AUTH_SECRET}é`,
    ],
    others: { METRICS_PORT: '9464' },
  },
  BUILD_COMMIT: { good: '91be48a', bad: ['main', '91be', '91be48a; rm'] },
  OTEL_EXPORTER_OTLP_ENDPOINT: { good: 'http://127.0.0.1:4318', bad: ['127.0.0.1:4318', 'on'] },
  OTEL_EXPORTER_OTLP_HEADERS: {
    good: 'api-key=a%20b, x-scope=shop',
    read: { 'api-key': 'a b', 'x-scope': 'shop' },
    bad: ['api-key', 'a key=1', 'api-key=%zz', 'a=1,,b=2'],
  },
  OTEL_SERVICE_NAME: { good: 'parts', bad: ['x'.repeat(101)] },
  OTEL_TRACES_SAMPLER_ARG: { good: '0.1', read: 0.1, bad: ['1.1', '-1', '10%'] },
  PROVIDER_TIMEOUT_MS: { good: '50', read: 50, bad: ['49', '60001'] },
  ...Object.fromEntries(
    Object.keys(limitSettings).map((name) => [
      name,
      { good: '1', read: 1, bad: ['0', '10000001', '1.5', 'none'] },
    ]),
  ),
  LIMIT_UNPAID_ORDERS: { good: '1', read: 1, bad: ['0', '1000001'] },
  // Parsed where it is used: src/demo/card-simulator/faults.ts.
  SIMULATOR_FAULTS: { good: 'error=once,on=confirm', bad: [] },
  SIMULATOR_SECRET_KEY: {
    good: 'sk_test_0123456789abcdef',
    bad: [
      'sk_test_short',
      'sk_live_0123456789abcdef',
      'sk_test_0123456789abcdef!',
      '0123456789abcdef01234567',
    ],
  },
}

describe('each setting', () => {
  test('has samples here, and a meaning for docs/configuration.md', () => {
    expect(Object.keys(SAMPLES).toSorted()).toEqual(SETTING_NAMES.toSorted())
    for (const [name, schema] of Object.entries(SettingsSchema.shape))
      expect(schema.meta()?.['meaning'], name).toEqual(expect.any(String))
  })

  test.each(Object.entries(SAMPLES))('%s accepts a valid value', (name, { good, read = good, others }) => {
    const config = readConfig({ ...others, [name]: good })
    if (name === 'DEMO') expect(config.demo).toBe(true)
    else expect(config).toMatchObject({ [name]: read })
  })

  test.each(
    Object.entries(SAMPLES).flatMap(([name, { bad, others }]) =>
      bad.map((text) => [name, text, others] as const),
    ),
  )('%s=%s is the only problem reported, in our own words', (name, text, others) => {
    const problems = problemsOf({ ...others, [name]: text })
    expect(problems).toEqual([expect.stringMatching(new RegExp(`^${name}\\b`))])
    expect(problems[0]).not.toMatch(/invalid|expected|too (?:big|small)|NaN/i)
  })
})

test('DATABASE_DIRECT_URL alone is refused', () => {
  expect(problemsOf({ DATABASE_DIRECT_URL: 'postgres://user@db:5432/store' })).toEqual([
    expect.stringMatching(/^DATABASE_DIRECT_URL.*DATABASE_URL/),
  ])
})

test.each([
  ['Shop <store@example.com>', 'Shop', 'store@example.com'],
  ['"Bolt & Nut" <store@example.com>', 'Bolt & Nut', 'store@example.com'],
  ['<store@example.com>', '', 'store@example.com'],
  ['store@example.com', '', 'store@example.com'],
])('the sender %s has the name "%s" and the address %s', (MAIL_FROM, name, address) => {
  expect(readConfig({ MAIL_FROM }).sender).toEqual({ name, address })
})

test.each(SETTING_NAMES)('whatever %s is set to, a problem is in our own words', (name) => {
  for (const value of [
    'x',
    '-1',
    '1.5',
    '1e999',
    'NaN',
    '\u0000',
    'http://',
    'a,b',
    '💥',
    'x'.repeat(9_999),
  ]) {
    const { error } = SettingsSchema.safeParse({ [name]: value })
    for (const { message } of error?.issues ?? [])
      expect(message, value).not.toMatch(/^invalid|expected|received|unrecognized|too (?:small|big)/i)
  }
})
