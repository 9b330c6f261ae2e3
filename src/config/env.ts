import type { z } from 'zod'
import { identityProblems } from './check-identity.ts'
import { isLoopback, placeholderProblem, secretProblem, stripeProblems } from './check-keys.ts'
import { misspelledSettings } from './misspelled-settings.ts'
import { OperatorError } from './operator-error.ts'
import { isSecret, readSecretFiles } from './secret-files.ts'
import { SETTING_NAMES, SettingsSchema } from './settings.ts'

/**
 * The store's settings, read once at start: the only place that reads process.env.
 * Everything has an embedded default in demo mode; production reports everything that is missing in one list.
 */

/** Settings as the rest of the store sees them: the validated environment, and values derived from it. */
export type Config = ReturnType<typeof configFrom>

/** Thrown at start: `problems` lists everything that is wrong, each with its fix. */
export class ConfigError extends OperatorError {
  readonly problems: readonly string[]
  constructor(problems: readonly string[]) {
    super(`The store cannot start with these settings:\n${problems.map((p) => `  - ${p}`).join('\n')}`)
    this.problems = problems
  }
}

/** Warnings for variables that are ignored and probably misspelled settings, each with the nearest name. */
export function settingWarnings(env: Record<string, string | undefined> = process.env): string[] {
  const files = SETTING_NAMES.filter(isSecret).map((name) => `${name}_FILE`)
  return misspelledSettings(env, [...SETTING_NAMES, ...files])
}

/**
 * Reads and checks the settings. Empty and blank values count as unset. A secret may be in a file whose path
 * is in `<name>_FILE`.
 * @throws ConfigError with every problem, not only the first.
 */
export function readConfig(env: Record<string, string | undefined> = process.env): Config {
  const given = Object.entries(env).filter(
    (entry): entry is [string, string] => entry[1] !== undefined && entry[1].trim() !== '',
  )
  const { settings: input, problems: ofFiles } = readSecretFiles(Object.fromEntries(given), SETTING_NAMES)
  const parsed = SettingsSchema.safeParse(input)
  if (parsed.success && ofFiles.size === 0) {
    const config = configFrom(parsed.data)
    const problems = problemsOf(config)
    if (problems.length > 0) throw new ConfigError(problems)
    return config
  }
  const wrong = new Map(ofFiles)
  for (const issue of parsed.error?.issues ?? []) {
    const name = String(issue.path[0])
    wrong.set(name, `${name}: ${issue.message}`)
  }
  // Check the rest without the invalid values, so that the list is complete; repeated problems of those
  // settings are dropped.
  const rest = SettingsSchema.safeParse(
    Object.fromEntries(Object.entries(input).filter(([name]) => !wrong.has(name))),
  )
  const others = rest.success ? problemsOf(configFrom(rest.data)) : []
  throw new ConfigError([
    ...wrong.values(),
    ...others.filter((problem) => !problem.split(/\W+/).some((word) => wrong.has(word))),
  ])
}

function configFrom({
  DEMO,
  LOG_LEVEL,
  DRAIN_SECONDS,
  S3_PATH_STYLE,
  IMAGE_STORE,
  ...settings
}: z.output<typeof SettingsSchema>) {
  const production = settings.NODE_ENV === 'production'
  const demo = DEMO ?? !production
  return {
    ...settings,
    DRAIN_SECONDS: DRAIN_SECONDS ?? (demo ? 1 : 5),
    LOG_LEVEL: LOG_LEVEL ?? (production ? 'info' : 'warn'),
    S3_PATH_STYLE: S3_PATH_STYLE ?? settings.S3_ENDPOINT !== undefined,
    IMAGE_STORE: IMAGE_STORE ?? (settings.S3_BUCKET ? 's3' : settings.IMAGE_HOST_URL ? 'host' : 'disk'),
    /** Demo data, demo accounts, pre-filled login, simulators and the banner "Demo". */
    demo,
    production,
    /** The parts of MAIL_FROM; the name is '' if there is none. */
    sender: senderOf(settings.MAIL_FROM),
  }
}

/** `"Bolt & Nut" <store@example.com>`, or the address alone. */
function senderOf(from: string): { name: string; address: string } {
  const [name = '', address] = from.split(/[<>]/)
  return address === undefined
    ? { name: '', address: from }
    : { name: name.replaceAll('"', '').trim(), address }
}

function problemsOf(config: Config): string[] {
  return [
    ...halfSetPairs(config),
    ...pictureProblems(config),
    ...identityProblems(config),
    ...stripeProblems(config),
    ...openMetrics(config),
    ...(config.demo ? publishedSecret(config) : missingForRealUse(config)),
  ]
}

/** Better Auth refuses to work with this secret, even in a demo. */
function publishedSecret({ AUTH_SECRET }: Config): string[] {
  return AUTH_SECRET === 'better-auth-secret-12345678901234567890'
    ? [
        'AUTH_SECRET is the published default of a library: set 32 random characters or more, or none in a demo',
      ]
    : []
}

/** The shop's business figures are not public, even in a demo. */
function openMetrics({ METRICS_PORT, METRICS_HOST, METRICS_TOKEN, PORT }: Config): string[] {
  const problems: string[] = []
  if (METRICS_TOKEN !== undefined) {
    const weak =
      METRICS_TOKEN.length < 32
        ? 'METRICS_TOKEN needs at least 32 characters: make one with: openssl rand -hex 32'
        : /[^!-~]/.test(METRICS_TOKEN)
          ? 'METRICS_TOKEN has characters that a header cannot have: make one with: openssl rand -hex 32'
          : secretProblem('METRICS_TOKEN', METRICS_TOKEN)
    if (weak) problems.push(weak)
  }
  if (METRICS_PORT === undefined) {
    if (METRICS_TOKEN !== undefined)
      problems.push('METRICS_TOKEN: set METRICS_PORT too, or nothing is exported')
    return problems
  }
  if (METRICS_PORT !== 0 && METRICS_PORT === PORT)
    problems.push('METRICS_PORT and PORT are the same: metrics need their own port')
  if (!isLoopback(METRICS_HOST) && METRICS_TOKEN === undefined)
    problems.push(
      'METRICS_HOST can be reached from other machines: set METRICS_TOKEN (openssl rand -hex 32), or leave METRICS_HOST at 127.0.0.1',
    )
  return problems
}

/** Settings that only make sense together. */
function halfSetPairs(c: Config): string[] {
  const problems: string[] = []
  if (Boolean(c.GOOGLE_CLIENT_ID) !== Boolean(c.GOOGLE_CLIENT_SECRET))
    problems.push('GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET: set both, or neither')
  if (c.DATABASE_DIRECT_URL && !c.DATABASE_URL)
    problems.push('DATABASE_DIRECT_URL: set DATABASE_URL to the pooler too')
  if (c.DATABASE_REPLICA_URL && !c.DATABASE_URL)
    problems.push('DATABASE_REPLICA_URL: set DATABASE_URL to the primary too')
  const stripe = [c.STRIPE_SECRET_KEY, c.STRIPE_PUBLISHABLE_KEY, c.STRIPE_WEBHOOK_SECRET]
  if (stripe.some(Boolean) && !stripe.every(Boolean))
    problems.push(
      'STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY and STRIPE_WEBHOOK_SECRET: set all three, or none',
    )
  return problems
}

/** Settings of the picture locations. */
function pictureProblems(c: Config): string[] {
  const problems: string[] = []
  if (Boolean(c.IMAGE_HOST_URL) !== Boolean(c.IMAGE_HOST_KEY))
    problems.push('IMAGE_HOST_URL and IMAGE_HOST_KEY: set both, or neither')
  const bucket = [c.S3_BUCKET, c.S3_ACCESS_KEY_ID, c.S3_SECRET_ACCESS_KEY]
  if (bucket.some(Boolean) && !bucket.every(Boolean))
    problems.push('S3_BUCKET, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY: set all three, or none')
  for (const name of ['S3_ENDPOINT', 'S3_PUBLIC_URL'] as const)
    if (c[name] && !c.S3_BUCKET) problems.push(`${name}: set S3_BUCKET and its keys too`)
  if (c.IMAGE_STORE === 's3' && !c.S3_BUCKET) problems.push('IMAGE_STORE=s3: set S3_BUCKET and its keys too')
  if (c.IMAGE_STORE === 'host' && !c.IMAGE_HOST_URL)
    problems.push('IMAGE_STORE=host: set IMAGE_HOST_URL and IMAGE_HOST_KEY too')
  // Over http, the service's key and every picture could be read and changed in transit. A bucket may be in a
  // private network.
  for (const name of ['IMAGE_HOST_URL', 'S3_PUBLIC_URL'] as const)
    if (!c.demo && c[name]?.startsWith('http://')) problems.push(`${name} must start with https://`)
  return problems
}

/** Outside demo mode nothing may fall back to a simulator or a generated secret. */
function missingForRealUse(c: Config): string[] {
  const problems: string[] = []
  if (!c.AUTH_SECRET)
    problems.push('AUTH_SECRET is missing: set 32 random characters or more (openssl rand -base64 48)')
  else {
    const weak = secretProblem('AUTH_SECRET', c.AUTH_SECRET)
    if (weak) problems.push(weak)
  }
  if (!c.APP_URL)
    problems.push('APP_URL is missing: set the public URL of the store, such as https://shop.example.com')
  else if (c.production && !c.APP_URL.startsWith('https://'))
    problems.push('APP_URL must start with https:// in production')
  if (!c.STRIPE_SECRET_KEY)
    problems.push(
      'STRIPE_SECRET_KEY is missing: take it from the Stripe dashboard (the card simulator is for demo mode only)',
    )
  if (!c.SMTP_URL)
    problems.push(
      'SMTP_URL is missing: set smtp://user:password@host:587 (the local mailbox is for demo mode only)',
    )
  if (c.MAIL_FROM.includes('driveline.example'))
    problems.push('MAIL_FROM is missing: set the sender, such as Shop <store@example.com>')
  for (const [name, value] of Object.entries(c))
    if (isSecret(name) && typeof value === 'string' && name !== 'AUTH_SECRET') {
      const problem = placeholderProblem(name, value)
      if (problem) problems.push(problem)
    }
  if (c.SIMULATOR_FAULTS) problems.push('SIMULATOR_FAULTS is for demo mode only: remove it')
  return problems
}
