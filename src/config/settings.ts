// Long because it is one table: every setting, how its text is read, and its help in docs/configuration.md.

import { z } from 'zod'
import { limitSettings } from './limits.ts'

const flag = z
  .enum(['0', '1', 'true', 'false'], 'give 1 or 0')
  .transform((value) => value === '1' || value === 'true')
const choice = <const Name extends string>(...names: readonly Name[]) =>
  z.enum(names, `give one of ${names.join(', ')}`)
const number = (min: number, max: number, kind: 'number' | 'whole number' = 'number') => {
  const error = `give a ${kind} from ${min} to ${max}`
  const read = z.coerce.number(error).min(min, error).max(max, error)
  return kind === 'whole number' ? read.int(error) : read
}
const text = z.string()
const matching = (pattern: RegExp, error: string) => text.regex(pattern, error)
const wholeNumber = (fallback: number, min: number, max: number) =>
  number(min, max, 'whole number').default(fallback)
const url = (protocol: RegExp, example: string) => z.url({ protocol, error: `give a URL such as ${example}` })
const webUrl = url(/^https?$/, 'https://shop.example.com')
/** An origin without a path: all pages are at its root, so links with a longer URL would lead nowhere. */
const appUrl = webUrl
  .transform((given) => new URL(given))
  .refine(({ pathname, search, hash }) => /^\/*$/.test(pathname) && search === '' && hash === '', {
    error: 'give the URL without a path, such as https://shop.example.com',
  })
  .transform(({ origin }) => origin)
const databaseUrl = url(/^postgres(ql)?$/, 'postgres://user:password@host:5432/name')

const limit = (name: keyof typeof limitSettings) => wholeNumber(limitSettings[name], 1, 10_000_000)

/** `https://a.example, https://b.example`: origins as browsers send them, without a path. */
const origins = z
  .string()
  .transform((list) => list.split(',').map((origin) => origin.trim()))
  .pipe(
    z.array(
      z
        .string()
        .refine(
          (origin) =>
            URL.canParse(origin) && /^https?:[^*]*$/.test(origin) && new URL(origin).origin === origin,
          {
            error: ({ input }) =>
              `"${String(input)}" is not an origin: give each as browsers send it, such as https://shop.example.com`,
          },
        ),
    ),
  )

/** `api-key=abc,x-scope=shop`: headers as OpenTelemetry writes them, values percent-encoded. */
const headers = z.string().transform((list, context) => {
  try {
    return Object.fromEntries(
      list.split(',').map((pair) => {
        const [name = '', ...value] = pair.trim().split('=')
        if (!/^[\w-]+$/.test(name) || value.length === 0) throw new SyntaxError('malformed header')
        return [name, decodeURIComponent(value.join('='))] as const
      }),
    )
  } catch {
    context.addIssue({ code: 'custom', message: 'give headers such as api-key=abc, separated by commas' })
    return z.NEVER
  }
})

/**
 * The help of a setting in the documentation: its purpose, and what applies without it if it has no default.
 */
export type Help = { meaning: string; unset?: string }

const allOrNone = 'all of its group, or none'

const THE_STORE = {
  NODE_ENV: choice('development', 'test', 'production')
    .default('development')
    .meta({ meaning: '`production` turns demo mode off' }),
  DEMO: flag.optional().meta({
    unset: 'on outside production',
    meaning: 'demo data and accounts, simulators, mailbox, banner; `1` allows a public demo in production',
  }),
  PORT: number(0, 65_535, 'whole number').optional().meta({
    unset: '3000, or the next free port',
    meaning: 'the port to listen on; when set, exactly this one',
  }),
  HOST: text.default('127.0.0.1').meta({ meaning: 'the address to listen on; `0.0.0.0` for all' }),
  APP_URL: appUrl.optional().meta({
    unset: '`http://localhost:<port>`',
    meaning: 'the public URL of the store; required outside demo mode, https in production',
  }),
  CORS_ORIGINS: origins.default([]).meta({
    unset: 'none',
    meaning: 'origins of other front ends that may use the API, separated by commas',
  }),
  TRUST_PROXY: flag
    .default(false)
    .meta({ meaning: '`1` behind your own proxy: trust the last entry of `X-Forwarded-For`' }),
  DATA_DIR: text
    .default('.data')
    .meta({ meaning: 'database, pictures, generated secrets, locks; one process per folder' }),
  CONTENT_DIR: text.optional().meta({
    unset: 'the demo’s; none in a real store',
    meaning: 'folder of the store’s own name, address, hours, brands, articles: [content.md](content.md)',
  }),
  AUTH_SECRET: text.min(32, 'needs at least 32 characters').optional().meta({
    unset: 'generated in demo mode',
    meaning: 'at least 32 random characters; signs session cookies and encrypts second factors',
  }),
  LOG_LEVEL: choice('silent', 'error', 'warn', 'info', 'debug').optional().meta({
    unset: '`warn`; `info` in production',
    meaning: '`silent`, `error`, `warn`, `info` or `debug`; JSON lines on standard output',
  }),
  DRAIN_SECONDS: number(0, 3600).optional().meta({
    unset: '5; 1 in demo mode',
    meaning: 'after SIGTERM, how long requests are served while `/readyz` reports `draining`',
  }),
}

const DATABASE = {
  DATABASE_URL: databaseUrl
    .optional()
    .meta({ unset: 'the embedded PostgreSQL', meaning: '`postgres://…`, PostgreSQL 15 or newer' }),
  DATABASE_DIRECT_URL: databaseUrl.optional().meta({
    unset: '`DATABASE_URL`',
    meaning: 'the server itself, when `DATABASE_URL` is a pooler in transaction mode',
  }),
  DATABASE_REPLICA_URL: databaseUrl.optional().meta({
    unset: 'none',
    meaning:
      'a standby of that server, or several behind one host name, for browsing and searching; not a pooler in transaction mode: [operations.md](operations.md#reading-from-replicas)',
  }),
  DATABASE_WAIT_SECONDS: number(0, 86_400).default(60).meta({
    meaning: 'how long a start waits for a database that is unreachable, read-only or out of connections',
  }),
  DATABASE_POOL: wholeNumber(12, 4, 200).meta({
    meaning: 'connections per process, at least 4; plus 4, plus up to a third of this number to a replica',
  }),
}

const CARD_PAYMENTS = {
  STRIPE_SECRET_KEY: text
    .optional()
    .meta({ unset: 'the simulator', meaning: `Stripe’s secret key; ${allOrNone}` }),
  STRIPE_PUBLISHABLE_KEY: text
    .optional()
    .meta({ unset: 'the simulator', meaning: 'Stripe’s publishable key' }),
  STRIPE_WEBHOOK_SECRET: text.optional().meta({
    unset: 'the simulator',
    meaning: 'signing secret of the webhook at `<APP_URL>/webhooks/stripe`',
  }),
  STRIPE_WEBHOOK_SECRET_PREVIOUS: text.optional().meta({
    unset: 'none',
    meaning:
      'the previous signing secret, during rotation: events signed by either are accepted ([operations.md](operations.md#rotating-stripe-keys))',
  }),
  STRIPE_ALLOW_TEST_KEYS: flag
    .default(false)
    .meta({ meaning: '`1` lets a real store start with test keys, to try it' }),
  STRIPE_API_BASE: webUrl
    .optional()
    .meta({ unset: 'Stripe', meaning: 'URL of another server that speaks Stripe’s protocol' }),
  PROVIDER_TIMEOUT_MS: wholeNumber(5000, 50, 60_000).meta({
    meaning: 'timeout of a call to the card provider, in ms',
  }),
  SIMULATOR_FAULTS: text
    .optional()
    .meta({ unset: 'none', meaning: 'demo mode: faults of the simulator, such as `error=once,on=confirm`' }),
  SIMULATOR_SECRET_KEY: matching(/^sk_test_\w{16,}$/, 'needs sk_test_ and 16 letters or digits')
    .optional()
    .meta({
      unset: 'generated in `DATA_DIR`',
      meaning: 'demo mode: the simulator’s secret key (`sk_test_…`)',
    }),
}

const SIGN_IN = {
  IDENTITY: choice('embedded', 'firebase', 'oidc').default('embedded').meta({
    meaning:
      'where people sign in: `embedded` in the store, `firebase` (Firebase Authentication), `oidc` (any OpenID Connect issuer): [operations.md](operations.md#sign-in)',
  }),
  FIREBASE_PROJECT_ID: matching(/^[a-z][a-z0-9-]{2,29}$/, 'give the project id, such as my-shop-1a2b3')
    .optional()
    .meta({ unset: 'required by `firebase`', meaning: 'the Firebase project; public' }),
  FIREBASE_API_KEY: matching(/^[\w-]{8,100}$/, 'copy the Web API key again from the Firebase console')
    .optional()
    .meta({ unset: 'required by `firebase`', meaning: 'its Web API key; public' }),
  FIREBASE_AUTH_EMULATOR_HOST: matching(
    /^[\w.-]{1,200}:\d{1,5}$/,
    'give host and port, such as 127.0.0.1:9099',
  )
    .optional()
    .meta({
      unset: 'Firebase',
      meaning: 'demo mode: `host:port` of the Firebase emulator, whose tokens are not signed',
    }),
  FIREBASE_KEYS_URL: webUrl
    .optional()
    .meta({ unset: 'Google’s', meaning: 'demo mode: another URL of the keys of ID tokens' }),
  OIDC_ISSUER: webUrl.optional().meta({
    unset: 'required by `oidc`',
    meaning:
      'the issuer’s URL, exactly as the issuer states it, such as `https://id.example.com/realms/shop`',
  }),
  OIDC_CLIENT_ID: text
    .optional()
    .meta({ unset: 'required by `oidc`', meaning: 'the store’s client id at the issuer' }),
  OIDC_CLIENT_SECRET: text.optional().meta({ unset: 'required by `oidc`', meaning: 'the client’s secret' }),
  OIDC_SCOPE: matching(/^openid( [!-~]{1,100}){1,20}$/, 'begin with openid, and separate scopes by one space')
    .default('openid email profile')
    .meta({
      meaning:
        'the scopes to request; add `offline_access` for an issuer that issues refresh tokens only with it',
    }),
  OIDC_NAME: text
    .max(60, 'give at most 60 characters')
    .optional()
    .meta({ unset: 'the issuer’s host', meaning: 'the issuer’s name on the login page' }),
  GOOGLE_CLIENT_ID: text
    .optional()
    .meta({ unset: 'off', meaning: `sign-in with Google, with \`embedded\` and \`firebase\`; ${allOrNone}` }),
  GOOGLE_CLIENT_SECRET: text.optional().meta({ unset: 'off', meaning: 'its secret' }),
  GOOGLE_ISSUER: webUrl.optional().meta({
    unset: 'Google',
    meaning: 'URL of another OpenID Connect issuer, exactly as the issuer states it',
  }),
}

const PICTURES = {
  IMAGE_HOST_URL: webUrl
    .optional()
    .meta({ unset: 'the disk', meaning: `upload URL of a hosted image service; ${allOrNone}` }),
  IMAGE_HOST_KEY: text.optional().meta({ unset: 'the disk', meaning: 'its key' }),
  S3_BUCKET: matching(
    /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/,
    'give the name of a bucket, such as driveline-pictures',
  )
    .optional()
    .meta({
      unset: 'the disk',
      meaning:
        'bucket for pictures, on a server that speaks S3’s protocol; set it with both keys, or none of the three',
    }),
  S3_ACCESS_KEY_ID: text.optional().meta({ unset: 'the disk', meaning: 'its access key' }),
  S3_SECRET_ACCESS_KEY: text.optional().meta({ unset: 'the disk', meaning: 'its secret key' }),
  S3_ENDPOINT: webUrl
    .optional()
    .meta({ unset: 'Amazon S3', meaning: 'URL of another server, such as `https://s3.example.com`' }),
  S3_REGION: matching(/^[\w-]{1,63}$/, 'give a region such as eu-central-1')
    .default('us-east-1')
    .meta({ meaning: 'the bucket’s region' }),
  S3_PATH_STYLE: flag.optional().meta({
    unset: '1 with `S3_ENDPOINT`',
    meaning: '`1` names the bucket in the path (`host/bucket`), `0` in the host (`bucket.host`)',
  }),
  S3_PUBLIC_URL: webUrl.optional().meta({
    unset: 'the store serves them',
    meaning:
      'public URL of the bucket or of a CDN in front of it: pages load pictures from there once all are in the bucket',
  }),
  IMAGE_STORE: choice('disk', 's3', 'host').optional().meta({
    unset: '`s3` or `host` where set up, else `disk`',
    meaning: '`disk`, `s3` or `host`: where new pictures are stored; existing ones stay available',
  }),
  IMAGE_TIMEOUT_MS: wholeNumber(10_000, 50, 60_000).meta({
    meaning: 'timeout of a call to the bucket or the image service, in ms',
  }),
}

const MAIL = {
  SMTP_URL: url(/^smtps?$/, 'smtp://user:password@host:587')
    .optional()
    .meta({ unset: 'the mailbox', meaning: '`smtp://` or `smtps://user:password@host:port`' }),
  MAIL_FROM: matching(
    /^(?:[^<>]*<[^\s<>@,]+@[^\s<>@,]+>|[^\s<>@,]+@[^\s<>@,]+)$/,
    'give the sender with its address, such as Shop <store@example.com>',
  )
    .default('Driveline <store@driveline.example>')
    .meta({ meaning: 'the sender; messages of the contact form go to its address' }),
  ORDER_MAIL_TO: matching(
    /^(?:off|[^\s<>()[\]\\,;:"@]{1,64}@[^\s<>()[\]\\,;:"@]{1,189})$/,
    'give one plain address such as orders@example.com, or off',
  )
    .optional()
    .meta({
      unset: 'the email address of `CONTENT_DIR`, or that of `MAIL_FROM`',
      meaning:
        'who is emailed each paid order, and each new address of one that has not shipped; `off`: only the dashboard shows them',
    }),
}

const ORDERS_AND_TOKENS = {
  ORDER_HOLD_MINUTES: wholeNumber(1440, 1, 525_600).meta({
    meaning: 'how long an unpaid order holds its stock',
  }),
  UNVERIFIED_HOLD_MINUTES: number(1, 525_600, 'whole number').optional().meta({
    unset: '60, or `ORDER_HOLD_MINUTES` if that is less',
    meaning: 'how long an unpaid order of a customer with an unverified email address holds its stock',
  }),
  HOLD_REMINDER_MINUTES: number(0, 525_600, 'whole number').optional().meta({
    unset: '240, or none if `ORDER_HOLD_MINUTES` is less than twice that',
    meaning:
      'how long before the end of a hold the customer is emailed a reminder to pay, for holds of at least twice as long; 0: never',
  }),
  UNVERIFIED_SHARE_PERCENT: wholeNumber(50, 0, 100).meta({
    meaning:
      'share of a product’s stock that all unverified customers together may hold, beyond one minimum order each',
  }),
  TOKEN_MINUTES: wholeNumber(15, 1, 1440).meta({ meaning: 'lifetime of an access token' }),
  SWEEP_SECONDS: wholeNumber(30, 1, 3600).meta({
    meaning: 'interval of the background jobs: expired holds, lost payments, refunds',
  }),
}

const METRICS_AND_TRACES = {
  METRICS_PORT: number(0, 65_535, 'whole number').optional().meta({
    unset: 'off',
    meaning: 'serves `/metrics` for Prometheus on its own port: [operations.md](operations.md#monitoring)',
  }),
  METRICS_HOST: text.default('127.0.0.1').meta({
    meaning: 'the address that `METRICS_PORT` listens on; any other than loopback needs `METRICS_TOKEN`',
  }),
  METRICS_TOKEN: text.optional().meta({
    unset: 'none',
    meaning: 'bearer token that Prometheus must send, at least 32 random characters',
  }),
  BUILD_COMMIT: matching(/^[\da-f]{7,64}$/i, 'give a Git commit, such as 91be48a')
    .optional()
    .meta({ unset: 'read from `.git`', meaning: 'the commit that `driveline_build_info` reports' }),
  // The names of OpenTelemetry's specification.
  OTEL_EXPORTER_OTLP_ENDPOINT: webUrl.optional().meta({
    unset: 'off',
    meaning: 'base URL of an OpenTelemetry receiver that accepts traces as OTLP over HTTP (port 4318)',
  }),
  OTEL_EXPORTER_OTLP_HEADERS: headers
    .default({})
    .meta({ unset: 'none', meaning: 'headers sent to the receiver, such as `api-key=abc`' }),
  OTEL_SERVICE_NAME: text
    .max(100, 'give a name of at most 100 characters')
    .default('driveline')
    .meta({ meaning: 'the name of this store among traces' }),
  OTEL_TRACES_SAMPLER_ARG: number(0, 1).default(1).meta({
    meaning:
      'share of requests that are traced, from 0 to 1; a balancer’s `traceparent` decides for its request',
  }),
}

const LIMITS = {
  LIMIT_SIGN_IN_PER_MINUTE: limit('LIMIT_SIGN_IN_PER_MINUTE').meta({
    meaning: 'passwords tried per account and IP address; [SECURITY.md](../SECURITY.md#limits)',
  }),
  LIMIT_SIGN_UP_PER_HOUR: limit('LIMIT_SIGN_UP_PER_HOUR').meta({ meaning: 'sign-ups per IP address' }),
  LIMIT_MAIL_PER_HOUR: limit('LIMIT_MAIL_PER_HOUR').meta({
    meaning: 'emails of a kind per email address (5 × as many per IP address)',
  }),
  LIMIT_CONTACT_PER_HOUR: limit('LIMIT_CONTACT_PER_HOUR').meta({
    meaning: 'messages of the contact form per IP address',
  }),
  LIMIT_REVIEWS_PER_DAY: limit('LIMIT_REVIEWS_PER_DAY').meta({ meaning: 'reviews per account' }),
  LIMIT_WRITES_PER_MINUTE: limit('LIMIT_WRITES_PER_MINUTE').meta({
    meaning: 'write requests per account (10 × as many per IP address)',
  }),
  LIMIT_UNPAID_ORDERS: wholeNumber(50, 1, 1_000_000).meta({ meaning: 'unpaid orders per customer' }),
  LIMIT_DECLINES_PER_ORDER: limit('LIMIT_DECLINES_PER_ORDER').meta({
    meaning: 'declined cards per order and day',
  }),
  LIMIT_DECLINES_PER_ACCOUNT: limit('LIMIT_DECLINES_PER_ACCOUNT').meta({
    meaning: 'declined cards per customer and day',
  }),
}

/**
 * Every setting with its help (`.meta()`), in the groups and order of docs/configuration.md, which `npm run
 * docs` writes.
 */
export const SETTING_GROUPS = {
  'The store': THE_STORE,
  Database: DATABASE,
  'Card payments': CARD_PAYMENTS,
  'Sign-in': SIGN_IN,
  Pictures: PICTURES,
  Mail: MAIL,
  'Orders and tokens': ORDERS_AND_TOKENS,
  'Metrics and traces': METRICS_AND_TRACES,
  Limits: LIMITS,
}

/** Reads all settings from texts. */
export const SettingsSchema = z.object({
  ...THE_STORE,
  ...DATABASE,
  ...CARD_PAYMENTS,
  ...SIGN_IN,
  ...PICTURES,
  ...MAIL,
  ...ORDERS_AND_TOKENS,
  ...METRICS_AND_TRACES,
  ...LIMITS,
})

export const SETTING_NAMES: readonly string[] = Object.keys(SettingsSchema.shape)
