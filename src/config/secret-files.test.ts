import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { ConfigError, readConfig } from './env.ts'
import { isSecret } from './secret-files.ts'
import { SETTING_NAMES, SettingsSchema } from './settings.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'driveline-secrets-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function fileOf(name: string, content: string | Buffer): string {
  const file = path.join(folder, name)
  writeFileSync(file, content)
  return file
}

function problemsOf(env: Record<string, string>): readonly string[] {
  try {
    readConfig(env)
    return []
  } catch (error) {
    if (error instanceof ConfigError) return error.problems
    throw error
  }
}

const SECRET = 'q7Zr0mWc2Lk9Xv4Tn6Pb8Hd1Sf3Gj5Ya0Ue2'
/** A valid value of each secret, and the settings that it needs. */
const VALUES: Record<string, string> = {
  AUTH_SECRET: SECRET,
  DATABASE_URL: 'postgres://user:hidden@db/store',
  DATABASE_DIRECT_URL: 'postgres://user:hidden@db/store',
  DATABASE_REPLICA_URL: 'postgres://browser:hidden@replica/store',
  STRIPE_SECRET_KEY: 'sk_test_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
  STRIPE_WEBHOOK_SECRET_PREVIOUS: 'whsec_2',
  SIMULATOR_SECRET_KEY: 'sk_test_0123456789abcdef',
  SMTP_URL: 'smtp://user:hidden@mail.parts.shop:587',
  METRICS_TOKEN: SECRET,
  OTEL_EXPORTER_OTLP_HEADERS: 'api-key=hidden',
  FIREBASE_API_KEY: 'any-key-for-tests',
}
/** Settings that a secret of one group needs, and that are incompatible with the others. */
const ALONE: Record<string, Record<string, string>> = {
  FIREBASE_API_KEY: { IDENTITY: 'firebase', FIREBASE_PROJECT_ID: 'my-shop' },
  OIDC_CLIENT_SECRET: {
    IDENTITY: 'oidc',
    OIDC_ISSUER: 'https://id.parts.shop',
    OIDC_CLIENT_ID: 'abc',
    GOOGLE_CLIENT_ID: '',
    GOOGLE_CLIENT_SECRET: '',
  },
}
const NEEDED = {
  METRICS_PORT: '9464',
  DATABASE_URL: 'postgres://user@db/store',
  STRIPE_SECRET_KEY: 'sk_test_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
  GOOGLE_CLIENT_ID: 'abc',
  GOOGLE_CLIENT_SECRET: 'abc',
  IMAGE_HOST_URL: 'https://images.example.com',
  IMAGE_HOST_KEY: 'abc',
  S3_BUCKET: 'pictures',
  S3_ACCESS_KEY_ID: 'abc',
  S3_SECRET_ACCESS_KEY: 'abc',
  IMAGE_STORE: 's3',
}
const secrets = SETTING_NAMES.filter(isSecret)

describe('each secret', () => {
  test('is recognized by its name, and no other setting is', () => {
    expect(secrets).toEqual(
      expect.arrayContaining([...Object.keys(VALUES), 'GOOGLE_CLIENT_SECRET', 'IMAGE_HOST_KEY']),
    )
    // Usual names of other settings of services.
    for (const name of [
      'S3_SECRET_ACCESS_KEY',
      'OIDC_CLIENT_SECRET',
      'DATABASE_REPLICA_URL',
      'STRIPE_WEBHOOK_SECRET_NEXT',
    ])
      expect(isSecret(name), name).toBe(true)
    for (const name of [
      'TOKEN_MINUTES',
      'APP_URL',
      'STRIPE_ALLOW_TEST_KEYS',
      'IMAGE_HOST_URL',
      'GOOGLE_CLIENT_ID',
      'DATABASE_POOL',
    ])
      expect(isSecret(name), name).toBe(false)
    expect(
      Object.keys(SettingsSchema.parse({})).filter(
        (name) => isSecret(name) && name !== 'OTEL_EXPORTER_OTLP_HEADERS',
      ),
    ).toEqual([])
  })

  test.each(secrets)('%s can be in a file, whose last line break is not part of it', (name) => {
    const value = VALUES[name] ?? 'abc'
    const { [name]: _, ...others }: Record<string, string> = { ...NEEDED, ...ALONE[name] }
    const direct = readConfig({ ...others, [name]: value })
    for (const end of ['', '\n', '\r\n'])
      expect(readConfig({ ...others, [`${name}_FILE`]: fileOf(name, value + end) })).toEqual(direct)
  })

  test.each(secrets)('%s and its file together are refused', (name) => {
    const value = VALUES[name] ?? 'abc'
    const problems = problemsOf({
      ...NEEDED,
      ...ALONE[name],
      [name]: value,
      [`${name}_FILE`]: fileOf(name, value),
    })
    expect(problems).toEqual([`${name} and ${name}_FILE are both set: remove one of them`])
  })
})

test.each([
  ['does not exist', path.join(folder, 'missing'), /does not exist: write the secret into it/],
  ['is a folder', folder, /is a folder/],
  ['is empty', fileOf('empty', '\n'), /is empty/],
  ['is blank', fileOf('blank', ' \r\n\n'), /is empty/],
  ['is too large for a secret', fileOf('large', Buffer.alloc(70_000, 'a')), /is too large/],
])('A file that %s is the only problem reported, with its path', (_what, file, problem) => {
  // In production, the secret would also be missing.
  const production = {
    NODE_ENV: 'production',
    APP_URL: 'https://parts.shop',
    STRIPE_SECRET_KEY: 'sk_live_51abc',
    STRIPE_PUBLISHABLE_KEY: 'pk_live_51abc',
    STRIPE_WEBHOOK_SECRET: 'whsec_51abcdefghijklmnop',
    SMTP_URL: 'smtp://user:password@mail.parts.shop:587',
    MAIL_FROM: 'Driveline <store@parts.shop>',
  }
  const problems = problemsOf({ ...production, AUTH_SECRET_FILE: file })
  expect(problems).toEqual([expect.stringMatching(problem)])
  expect(problems[0]).toContain(`AUTH_SECRET_FILE: ${file} `)
})

test.skipIf(process.geteuid?.() === 0)(
  'An unreadable file is refused with the user who must be able to read it',
  () => {
    const file = fileOf('closed', SECRET)
    chmodSync(file, 0)
    expect(problemsOf({ AUTH_SECRET_FILE: file })).toEqual([
      expect.stringContaining('cannot be read by this user'),
    ])
  },
)

test('An invalid secret from a file is refused like any other, and its content is not repeated', () => {
  mkdirSync(path.join(folder, 'run'), { recursive: true })
  const problems = problemsOf({ DATABASE_URL_FILE: fileOf('run/url', 'mysql://user:hidden-1@db/x') })
  expect(problems).toEqual([expect.stringContaining('DATABASE_URL: give a URL')])
  expect(problems.join()).not.toContain('hidden-1')
})
