import { SETTING_DEFAULTS, type SettingName } from './env.ts'
import { isSecret } from './secret-files.ts'

/** The purpose of a setting. `unset`: what applies without it, where it has no default value. */
type Help = { meaning: string; unset?: string }

const alone = 'all of its group, or none'

/** Every setting, in the groups and order of docs/configuration.md (`npm run docs` writes that page). */
export const SETTINGS_HELP = {
  'The store': {
    NODE_ENV: { meaning: '`production` turns demo mode off' },
    DEMO: {
      unset: 'on outside production',
      meaning: 'demo data and accounts, simulators, mailbox, banner; `1` allows a public demo in production',
    },
    PORT: {
      unset: '3000, or the next free port',
      meaning: 'the port to listen on; when set, exactly this one',
    },
    HOST: { meaning: 'the address to listen on; `0.0.0.0` for all' },
    APP_URL: {
      unset: '`http://localhost:<port>`',
      meaning: 'the address people use; required outside demo mode, https in production',
    },
    CORS_ORIGINS: {
      unset: 'none',
      meaning: 'origins of other front ends that may use the API, separated by commas',
    },
    TRUST_PROXY: { meaning: '`1` behind your own proxy: trust the last entry of `X-Forwarded-For`' },
    DATA_DIR: { meaning: 'database, pictures, generated secrets, locks; one process per folder' },
    CONTENT_DIR: {
      unset: 'the demo’s; none in a real store',
      meaning: 'folder of the store’s own name, address, hours, brands, articles: [content.md](content.md)',
    },
    AUTH_SECRET: {
      unset: 'generated in demo mode',
      meaning: 'at least 32 random characters; signs session cookies and encrypts second factors',
    },
    LOG_LEVEL: {
      unset: '`warn`; `info` in production',
      meaning: '`silent`, `error`, `warn`, `info` or `debug`; JSON lines on standard output',
    },
    DRAIN_SECONDS: {
      unset: '5; 1 in demo mode',
      meaning: 'after SIGTERM, how long requests are served while `/readyz` says draining',
    },
  },
  Database: {
    DATABASE_URL: { unset: 'the embedded PostgreSQL', meaning: '`postgres://…`, PostgreSQL 15 or newer' },
    DATABASE_DIRECT_URL: {
      unset: '`DATABASE_URL`',
      meaning: 'the server itself, when `DATABASE_URL` is a pooler in transaction mode',
    },
    DATABASE_WAIT_SECONDS: {
      meaning: 'how long a start waits for a database that is away, read-only or out of connections',
    },
    DATABASE_POOL: {
      meaning: 'connections of each process, at least 4; it uses 2 more, and 2 more when `SMTP_URL` is set',
    },
  },
  'Card payments': {
    STRIPE_SECRET_KEY: { unset: 'the simulator', meaning: `Stripe’s secret key; ${alone}` },
    STRIPE_PUBLISHABLE_KEY: { unset: 'the simulator', meaning: 'Stripe’s publishable key' },
    STRIPE_WEBHOOK_SECRET: {
      unset: 'the simulator',
      meaning: 'signing secret of the webhook at `<APP_URL>/webhooks/stripe`',
    },
    STRIPE_WEBHOOK_SECRET_PREVIOUS: {
      unset: 'none',
      meaning:
        'the signing secret before, while it is changed: events signed by either are accepted ([operations.md](operations.md#changing-the-keys-of-stripe))',
    },
    STRIPE_ALLOW_TEST_KEYS: { meaning: '`1` lets a real store start with test keys, to try it' },
    STRIPE_API_BASE: { unset: 'Stripe', meaning: 'another server that speaks Stripe’s protocol' },
    PROVIDER_TIMEOUT_MS: { meaning: 'timeout of a call to the card provider, in ms' },
    SIMULATOR_FAULTS: {
      unset: 'none',
      meaning: 'demo mode: faults of the simulator, such as `error=once,on=confirm`',
    },
    SIMULATOR_SECRET_KEY: {
      unset: 'generated in `DATA_DIR`',
      meaning: 'demo mode: the simulator’s secret key (`sk_test_…`)',
    },
  },
  'Sign-in, pictures, mail': {
    IDENTITY: {
      meaning:
        'where people sign in: `embedded` in the store, `firebase` (Firebase Authentication), `oidc` (any OpenID Connect issuer): [operations.md](operations.md#sign-in)',
    },
    FIREBASE_PROJECT_ID: { unset: 'required by `firebase`', meaning: 'the Firebase project; public' },
    FIREBASE_API_KEY: { unset: 'required by `firebase`', meaning: 'its Web API key; public' },
    FIREBASE_AUTH_EMULATOR_HOST: {
      unset: 'Firebase',
      meaning: 'demo mode: `host:port` of the Firebase emulator, whose tokens are not signed',
    },
    FIREBASE_KEYS_URL: { unset: 'Google’s', meaning: 'demo mode: another address of the keys of ID tokens' },
    OIDC_ISSUER: {
      unset: 'required by `oidc`',
      meaning: 'the issuer, written exactly as it names itself, such as `https://id.example.com/realms/shop`',
    },
    OIDC_CLIENT_ID: { unset: 'required by `oidc`', meaning: 'the store’s client there' },
    OIDC_CLIENT_SECRET: { unset: 'required by `oidc`', meaning: 'its secret' },
    OIDC_SCOPE: {
      meaning:
        'what the store asks for; add `offline_access` for an issuer that gives refresh tokens only then',
    },
    OIDC_NAME: { unset: 'the issuer’s host', meaning: 'what the login page calls it' },
    GOOGLE_CLIENT_ID: {
      unset: 'off',
      meaning: `sign-in with Google, with \`embedded\` and \`firebase\`; ${alone}`,
    },
    GOOGLE_CLIENT_SECRET: { unset: 'off', meaning: 'its secret' },
    GOOGLE_ISSUER: {
      unset: 'Google',
      meaning: 'another OpenID Connect issuer, written exactly as it names itself',
    },
    IMAGE_HOST_URL: { unset: 'the disk', meaning: `upload address of a hosted image service; ${alone}` },
    IMAGE_HOST_KEY: { unset: 'the disk', meaning: 'its key' },
    S3_BUCKET: {
      unset: 'the disk',
      meaning: 'bucket for pictures, of a server with S3’s protocol; with both keys, or none of the three',
    },
    S3_ACCESS_KEY_ID: { unset: 'the disk', meaning: 'its access key' },
    S3_SECRET_ACCESS_KEY: { unset: 'the disk', meaning: 'its secret key' },
    S3_ENDPOINT: {
      unset: 'Amazon S3',
      meaning: 'address of another server, such as `https://s3.example.com`',
    },
    S3_REGION: { meaning: 'the bucket’s region' },
    S3_PATH_STYLE: {
      unset: '1 with `S3_ENDPOINT`',
      meaning: '`1` names the bucket in the path (`host/bucket`), `0` in the host (`bucket.host`)',
    },
    S3_PUBLIC_URL: {
      unset: 'the store serves them',
      meaning:
        'public address of the bucket or of a CDN in front of it: pages load pictures from there, once all are in the bucket',
    },
    IMAGE_STORE: {
      unset: '`s3` or `host` where set up, else `disk`',
      meaning: '`disk`, `s3` or `host`: where new pictures go; the others go on being shown',
    },
    IMAGE_TIMEOUT_MS: { meaning: 'timeout of a call to the bucket or the image service, in ms' },
    SMTP_URL: { unset: 'the mailbox', meaning: '`smtp://` or `smtps://user:password@host:port`' },
    MAIL_FROM: { meaning: 'the sender; messages of the contact form go to its address' },
  },
  'Orders and tokens': {
    ORDER_HOLD_MINUTES: { meaning: 'how long an unpaid order holds its stock' },
    UNVERIFIED_HOLD_MINUTES: { meaning: 'the same for a customer whose email address is not verified' },
    HOLD_REMINDER_MINUTES: {
      meaning:
        'how long before the end of a hold its customer is mailed a reminder to pay, for holds of twice as long or more; 0: never',
    },
    UNVERIFIED_SHARE_PERCENT: {
      meaning:
        'share of a product’s stock that all unverified customers together may hold, beyond one minimum order each',
    },
    TOKEN_MINUTES: { meaning: 'lifetime of an access token' },
    SWEEP_SECONDS: { meaning: 'interval of the background jobs: expired holds, lost payments, refunds' },
  },
  'Metrics and traces': {
    METRICS_PORT: {
      unset: 'off',
      meaning:
        'serves `/metrics` for Prometheus on a port of its own: [operations.md](operations.md#watching-it)',
    },
    METRICS_HOST: {
      meaning: 'the address that port listens on; any other than loopback needs `METRICS_TOKEN`',
    },
    METRICS_TOKEN: {
      unset: 'none',
      meaning: 'bearer token that Prometheus has to send, at least 32 random characters',
    },
    BUILD_COMMIT: { unset: 'read from `.git`', meaning: 'the commit that `driveline_build_info` names' },
    OTEL_EXPORTER_OTLP_ENDPOINT: {
      unset: 'off',
      meaning: 'base address of an OpenTelemetry receiver that takes traces as OTLP over HTTP (port 4318)',
    },
    OTEL_EXPORTER_OTLP_HEADERS: { unset: 'none', meaning: 'headers for it, such as `api-key=abc`' },
    OTEL_SERVICE_NAME: { meaning: 'the name of this store among traces' },
    OTEL_TRACES_SAMPLER_ARG: {
      meaning:
        'share of requests that are traced, from 0 to 1; a balancer’s `traceparent` decides for its own',
    },
  },
  Limits: {
    LIMIT_SIGN_IN_PER_MINUTE: {
      meaning: 'passwords given for one account from one address; [SECURITY.md](../SECURITY.md#limits)',
    },
    LIMIT_SIGN_UP_PER_HOUR: { meaning: 'sign-ups per address' },
    LIMIT_MAIL_PER_HOUR: { meaning: 'mails of a kind per email address (5 × as many per network address)' },
    LIMIT_CONTACT_PER_HOUR: { meaning: 'messages of the contact form per address' },
    LIMIT_REVIEWS_PER_DAY: { meaning: 'reviews per account' },
    LIMIT_WRITES_PER_MINUTE: { meaning: 'writing calls per account (10 × as many per address)' },
    LIMIT_UNPAID_ORDERS: { meaning: 'unpaid orders per customer' },
    LIMIT_DECLINES_PER_ORDER: { meaning: 'declined cards per order and day' },
    LIMIT_DECLINES_PER_ACCOUNT: { meaning: 'declined cards per customer and day' },
  },
} satisfies Record<string, Partial<Record<SettingName, Help>>>

/** docs/configuration.md as Markdown. */
export function describeSettings(): string {
  const groups = Object.entries<Partial<Record<string, Help>>>(SETTINGS_HELP).map(([group, settings]) => {
    const rows = Object.entries(settings).map(
      ([name, help]) =>
        `| \`${name}\`${isSecret(name) ? ' ◆' : ''} | ${help ? shownDefault(name as SettingName, help) : ''} | ${help?.meaning} |`,
    )
    return [`## ${group}`, '', '| Variable | Default | Meaning |', '|---|---|---|', ...rows].join('\n')
  })
  return `${[INTRODUCTION, ...groups].join('\n\n')}\n`
}

const INTRODUCTION = `# Configuration

<!-- Written by "npm run docs" from src/config. -->

Settings are environment variables, read once at start. An empty one counts as not set. When values are
wrong or missing, the store does not start and lists all of them, each with its fix. One that looks like a
misspelled setting is named in a warning.

◆ A secret: \`<NAME>_FILE\` may name a file that holds it, without the line break at its end.`

function shownDefault(name: SettingName, { unset }: Help): string {
  if (unset !== undefined) return unset
  const value = SETTING_DEFAULTS[name]
  return typeof value === 'boolean' ? `${Number(value)}` : `\`${String(value)}\``
}
