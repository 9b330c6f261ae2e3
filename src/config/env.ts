import { identityProblems } from './check-identity.ts'
import { guessableSecret, isLoopback, isPlaceholder, stripeProblems } from './check-keys.ts'
import { type Config, configFrom } from './config.ts'
import { misspelledSettings } from './misspelled-settings.ts'
import { OperatorError } from './operator-error.ts'
import { isSecret, readSecretFiles } from './secret-files.ts'
import { SETTING_NAMES, SettingsSchema } from './settings.ts'

/**
 * The store's settings, read once at start: the only place that reads process.env.
 * Everything has an embedded default in demo mode; production reports everything that is missing in one list.
 */

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
  const { settings, problems: fileProblems } = readSecretFiles(Object.fromEntries(given), SETTING_NAMES)
  const wrong = new Map(fileProblems)
  for (const { path, message } of SettingsSchema.safeParse(settings).error?.issues ?? [])
    wrong.set(String(path[0]), `${String(path[0])}: ${message}`)
  // Check the rest without the invalid values, so that the list is complete; repeated problems of those
  // settings are dropped.
  const valid = Object.entries(settings).filter(([name]) => !wrong.has(name))
  const config = configFrom(SettingsSchema.parse(Object.fromEntries(valid)))
  const others = problemsOf(config).filter((problem) => !problem.split(/\W+/).some((word) => wrong.has(word)))
  const problems = [...wrong.values(), ...others]
  if (problems.length > 0) throw new ConfigError(problems)
  return config
}

/** Everything that is wrong with valid values, each with its fix. */
function* problemsOf(config: Config): Generator<string> {
  yield* halfSetPairs(config)
  yield* pictureProblems(config)
  yield* identityProblems(config)
  yield* stripeProblems(config)
  yield* metricsProblems(config)
  yield* holdProblems(config)
  yield* replicaProblems(config)
  yield* config.demo ? publishedSecret(config) : missingForRealUse(config)
}

/** Better Auth refuses to work with this secret, even in a demo. */
function* publishedSecret({ AUTH_SECRET }: Config): Generator<string> {
  if (AUTH_SECRET === 'better-auth-secret-12345678901234567890')
    yield 'AUTH_SECRET is the published default of a library: set 32 random characters or more, or none in a demo'
}

/** The shop's business figures are not public, even in a demo. */
function* metricsProblems({ METRICS_PORT, METRICS_HOST, METRICS_TOKEN, PORT }: Config): Generator<string> {
  if (METRICS_TOKEN !== undefined) yield* weaknessOf(METRICS_TOKEN)
  if (METRICS_PORT === undefined) {
    if (METRICS_TOKEN !== undefined) yield 'METRICS_TOKEN: set METRICS_PORT too, or nothing is exported'
    return
  }
  if (METRICS_PORT !== 0 && METRICS_PORT === PORT)
    yield 'METRICS_PORT and PORT are the same: metrics need their own port'
  if (!isLoopback(METRICS_HOST) && METRICS_TOKEN === undefined)
    yield 'METRICS_HOST can be reached from other machines: set METRICS_TOKEN (openssl rand -hex 32), or leave METRICS_HOST at 127.0.0.1'
}

/** Why Prometheus’ token is insecure: at most one reason. */
function* weaknessOf(token: string): Generator<string> {
  if (token.length < 32)
    yield 'METRICS_TOKEN needs at least 32 characters: make one with: openssl rand -hex 32'
  else if (/[^!-~]/.test(token))
    yield 'METRICS_TOKEN has characters that a header cannot have: make one with: openssl rand -hex 32'
  else yield* guessableSecret('METRICS_TOKEN', token)
}

/** Settings of holds that cannot both be true: one of them would silently have no effect. */
function* holdProblems(c: Config): Generator<string> {
  const { ORDER_HOLD_MINUTES: hold, UNVERIFIED_HOLD_MINUTES: unverified, HOLD_REMINDER_MINUTES: reminder } = c
  if (unverified > hold)
    yield `UNVERIFIED_HOLD_MINUTES (${unverified}) is longer than ORDER_HOLD_MINUTES (${hold}): set at most ${hold}`
  if (2 * reminder > hold)
    yield `HOLD_REMINDER_MINUTES (${reminder}) is more than half of ORDER_HOLD_MINUTES (${hold}), so no one would be reminded: set at most ${Math.floor(hold / 2)}, or 0 for no reminders`
}

/** A replica that is the primary itself: its reads would be sent there twice. */
function* replicaProblems(c: Config): Generator<string> {
  const { DATABASE_REPLICA_URL: replica } = c
  for (const name of ['DATABASE_URL', 'DATABASE_DIRECT_URL'] as const)
    if (replica !== undefined && c[name] !== undefined && serverOf(c[name]) === serverOf(replica))
      yield `DATABASE_REPLICA_URL is the server of ${name}: set it to a standby of that server, or remove it`
}

/** Host, port and database, without the user. */
function serverOf(url: string): string {
  const { hostname, port, pathname, searchParams } = new URL(url)
  return `${searchParams.get('host') ?? hostname} ${port || '5432'} ${pathname}`.toLowerCase()
}

/** Whether only some of these settings are set. */
function isHalfSet(...settings: readonly (string | undefined)[]): boolean {
  return settings.some(Boolean) && !settings.every(Boolean)
}

/** Settings that only make sense together. */
function* halfSetPairs(c: Config): Generator<string> {
  if (isHalfSet(c.GOOGLE_CLIENT_ID, c.GOOGLE_CLIENT_SECRET))
    yield 'GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET: set both, or neither'
  if (c.DATABASE_DIRECT_URL && !c.DATABASE_URL)
    yield 'DATABASE_DIRECT_URL: set DATABASE_URL to the pooler too'
  if (c.DATABASE_REPLICA_URL && !c.DATABASE_URL)
    yield 'DATABASE_REPLICA_URL: set DATABASE_URL to the primary too'
  if (isHalfSet(c.STRIPE_SECRET_KEY, c.STRIPE_PUBLISHABLE_KEY, c.STRIPE_WEBHOOK_SECRET))
    yield 'STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY and STRIPE_WEBHOOK_SECRET: set all three, or none'
}

/** Settings of the picture locations. */
function* pictureProblems(c: Config): Generator<string> {
  if (isHalfSet(c.IMAGE_HOST_URL, c.IMAGE_HOST_KEY))
    yield 'IMAGE_HOST_URL and IMAGE_HOST_KEY: set both, or neither'
  if (isHalfSet(c.S3_BUCKET, c.S3_ACCESS_KEY_ID, c.S3_SECRET_ACCESS_KEY))
    yield 'S3_BUCKET, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY: set all three, or none'
  for (const name of ['S3_ENDPOINT', 'S3_PUBLIC_URL'] as const)
    if (c[name] && !c.S3_BUCKET) yield `${name}: set S3_BUCKET and its keys too`
  if (c.IMAGE_STORE === 's3' && !c.S3_BUCKET) yield 'IMAGE_STORE=s3: set S3_BUCKET and its keys too'
  if (c.IMAGE_STORE === 'host' && !c.IMAGE_HOST_URL)
    yield 'IMAGE_STORE=host: set IMAGE_HOST_URL and IMAGE_HOST_KEY too'
  // Over http, the service's key and every picture could be read and changed in transit. A bucket may be in a
  // private network.
  for (const name of ['IMAGE_HOST_URL', 'S3_PUBLIC_URL'] as const)
    if (!c.demo && c[name]?.startsWith('http://')) yield `${name} must start with https://`
}

/** Outside demo mode nothing may fall back to a simulator or a generated secret. */
function* missingForRealUse(c: Config): Generator<string> {
  if (!c.AUTH_SECRET)
    yield 'AUTH_SECRET is missing: set 32 random characters or more (openssl rand -base64 48)'
  else yield* guessableSecret('AUTH_SECRET', c.AUTH_SECRET)
  if (!c.APP_URL)
    yield 'APP_URL is missing: set the public URL of the store, such as https://shop.example.com'
  else if (c.production && !c.APP_URL.startsWith('https://'))
    yield 'APP_URL must start with https:// in production'
  if (!c.STRIPE_SECRET_KEY)
    yield 'STRIPE_SECRET_KEY is missing: take it from the Stripe dashboard (the card simulator is for demo mode only)'
  if (!c.SMTP_URL)
    yield 'SMTP_URL is missing: set smtp://user:password@host:587 (the local mailbox is for demo mode only)'
  if (c.MAIL_FROM.includes('driveline.example'))
    yield 'MAIL_FROM is missing: set the sender, such as Shop <store@example.com>'
  for (const [name, value] of Object.entries(c))
    if (isSecret(name) && name !== 'AUTH_SECRET' && typeof value === 'string' && isPlaceholder(value))
      yield `${name} is a placeholder: set the real one`
  if (c.SIMULATOR_FAULTS) yield 'SIMULATOR_FAULTS is for demo mode only: remove it'
}
