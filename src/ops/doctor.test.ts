// Long because every check of the doctor is tried here, against a real service that works and one that does
// not.

import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer as createHttpServer, type RequestListener } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { createServer as createTlsServer } from 'node:tls'
import { pathToFileURL } from 'node:url'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { freePort } from '#db/embedded/free-port.ts'
import { mailServer } from '../../tests/support/mail-server.ts'
import { CLIENT, startOidcIssuer } from '../../tests/support/oidc-issuer.ts'
import { startOtlpReceiver } from '../../tests/support/otlp-receiver.ts'
import { hasPooler, startPooler } from '../../tests/support/pooler.ts'
import { runSimulator, secretKey, webhookSecret } from '../../tests/support/running-simulator.ts'
import { respondWith, hanging, startS3Server } from '../../tests/support/s3-server.ts'
import { createTestDatabase, type TestDatabase } from '../../tests/support/test-database.ts'
import { examine } from './doctor/examine.ts'

const ROOT = path.join(import.meta.dirname, '../..')
const dataDir = mkdtempSync(path.join(tmpdir(), 'driveline-doctor-'))
/** Clean-up of each test. */
const after: (() => unknown)[] = []
afterEach(async () => {
  for (const end of after.splice(0).toReversed()) await end()
})

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(async () => {
  await database.drop()
  rmSync(dataDir, { recursive: true, force: true })
})

type Report = {
  code: number
  lines: string[]
  line: (name: string) => string | undefined
  all: string
}

/** The settings of each test; without DATABASE_URL, every one would check the embedded database. */
const settingsOf = (env: Record<string, string>) => ({
  DATA_DIR: dataDir,
  PORT: '0',
  DATABASE_URL: database.url,
  ...env,
})

/** Runs the doctor's checks with these settings; those of Node need a process of their own. */
async function doctor(env: Record<string, string>): Promise<Report> {
  if ('NODE_OPTIONS' in env || 'NODE_EXTRA_CA_CERTS' in env) return command(env)
  const lines: string[] = []
  const passed = await examine(settingsOf(env), (line) => lines.push(line))
  return reportOf(passed ? 0 : 1, lines.join('\n'))
}

/** Runs the command, as owners do. */
async function command(env: Record<string, string>): Promise<Report> {
  const { PATH, HOME, NODE_COMPILE_CACHE } = process.env
  const child = spawn(process.execPath, ['src/ops/doctor.ts'], {
    cwd: ROOT,
    env: { PATH, HOME, NODE_COMPILE_CACHE, ...settingsOf(env) },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const exited = new Promise<number>((resolve) => child.once('exit', (code) => resolve(code ?? -1)))
  const all = (await Promise.all([text(child.stdout), text(child.stderr)])).join('')
  return reportOf(await exited, all)
}

function reportOf(code: number, all: string): Report {
  const lines = all.trim().split('\n')
  const line = (name: string) =>
    lines.find((each) => !each.startsWith('!') && each.slice(2).startsWith(`${name}: `))
  return { code, lines, line, all }
}

/** An HTTP server for one test. */
async function serve(listener: RequestListener): Promise<string> {
  const server = createHttpServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  after.push(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const TLS = path.join(ROOT, 'tests/support/tls')
/**
 * The key and the certificate of a server: one self-signed for 127.0.0.1 and localhost, and the same expired.
 */
const certified = (certificate = 'certificate') => ({
  key: readFileSync(path.join(TLS, 'key.pem')),
  cert: readFileSync(path.join(TLS, `${certificate}.pem`)),
})
/** Makes the doctor trust these certificates. */
const trusting = (certificate = 'certificate') => ({
  NODE_EXTRA_CA_CERTS: path.join(TLS, `${certificate}.pem`),
})

/** The port of an HTTPS server for one test. */
async function serveSecurely(listener: RequestListener, certificate?: string): Promise<number> {
  const server = createHttpsServer(certified(certificate), listener)
  await new Promise<void>((resolve) => server.listen(0, resolve))
  after.push(() => {
    server.closeAllConnections()
    server.close()
  })
  return (server.address() as AddressInfo).port
}

/** Starts the doctor with a module that changes what the machine reports. */
const withModule = (file: string) => ({
  NODE_OPTIONS: `--import ${pathToFileURL(path.join(ROOT, 'tests/support', file)).href}`,
})

/** A URL at which nothing listens. Not port 1, which fetch refuses. */
const closed = async () => `http://127.0.0.1:${await freePort()}`

/** A port that accepts connections and says nothing. */
async function silentPort(): Promise<number> {
  const sockets = new Set<Socket>()
  const server: Server = createServer((socket) => void sockets.add(socket.on('error', () => undefined)))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  after.push(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return (server.address() as AddressInfo).port
}

const stripeAt = (base: string, key = secretKey) => ({
  STRIPE_SECRET_KEY: key,
  STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
  STRIPE_WEBHOOK_SECRET: webhookSecret,
  STRIPE_API_BASE: base,
})

test('With working services, every check passes and nothing is sent to anyone', async () => {
  const sim = await runSimulator()
  const mails = await mailServer()
  const receiver = await startOtlpReceiver()
  const issuer = await startOidcIssuer()
  after.push(
    () => sim.stop(),
    () => mails.down(),
    () => receiver.stop(),
    () => issuer.close(),
  )
  const uploads: string[] = []
  const images = await serve((request, response) => {
    void text(request).then((body) => uploads.push(body))
    response
      .writeHead(400, { 'content-type': 'application/json' })
      .end('{"error":{"message":"Empty upload source."}}')
  })
  const found = await command({
    ...stripeAt(sim.base),
    SMTP_URL: mails.url,
    IMAGE_HOST_URL: `${images}/1/upload`,
    IMAGE_HOST_KEY: 'abc-of-the-image-service',
    GOOGLE_CLIENT_ID: CLIENT.id,
    GOOGLE_CLIENT_SECRET: CLIENT.secret,
    GOOGLE_ISSUER: issuer.url,
    OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
  })
  expect(found.lines.filter((line) => !line.startsWith('✓'))).toEqual(['All checks passed.'])
  expect(found.code).toBe(0)
  const services = [
    'database',
    'card provider',
    'mail server',
    'image service',
    'sign-in with Google',
    'traces',
  ]
  for (const name of ['Node', 'settings', 'data folder', 'disk space', 'pictures', 'port', ...services])
    expect(found.line(name), name).toBeDefined()
  expect(found.line('database')).toMatch(/PostgreSQL 1\d.*notifications arrive; its tables are up to date/)
  expect(mails.mails).toEqual([])
  expect(uploads.join('')).not.toContain('filename')
  expect(receiver.spans).toEqual([])
  for (const secret of [
    secretKey,
    webhookSecret,
    'abc-of-the-image-service',
    CLIENT.secret,
    new URL(database.url).password,
  ])
    expect(found.all.includes(secret), secret).toBe(false)
})

test('Wrong settings are listed with the misspelled ones, and no service is tried', async () => {
  const { code, lines, line } = await command({
    LOG_LEVEL: 'loud',
    STRIPE_SECRT_KEY: 'sk_test_hidden',
    APP_URL: 'shop',
  })
  expect(code).toBe(1)
  expect(lines[0]).toBe(
    '! settings: STRIPE_SECRT_KEY is not a setting of the store and is ignored: did you mean STRIPE_SECRET_KEY?',
  )
  expect(line('settings')).toMatch(/✗ .*LOG_LEVEL: give one of .*APP_URL: give a URL|APP_URL.*LOG_LEVEL/)
  expect(line('services')).toContain('not tried')
  expect(lines.join()).not.toContain('sk_test_hidden')
})

test('A data folder that is not writable fails its check', async () => {
  const file = path.join(dataDir, 'a-file')
  writeFileSync(file, '')
  const { code, line } = await doctor({ DATA_DIR: file })
  expect(code).toBe(1)
  expect(line('data folder')).toMatch(/^✗ .*is a file: move it away/)
})

test('A port that another program uses fails its check, including the one for metrics', async () => {
  const port = String(await silentPort())
  const { line } = await doctor({ METRICS_PORT: port })
  expect(line('metrics port')).toBe(
    `✗ metrics port: METRICS_PORT=${port} is in use by another program: stop it, or set another METRICS_PORT.`,
  )
})

test('A host that is not an address of this machine is not reported as a port in use', async () => {
  const { code, line } = await doctor({ HOST: '203.0.113.1', PORT: String(await freePort()) })
  expect(line('port')).toMatch(
    /^✗ port: The store cannot listen on HOST=203\.0\.113\.1 .* set HOST to an address/,
  )
  expect(code).toBe(1)
})

test('A disk with less space than the store needs fails its check, with the free space', async () => {
  const lineOf = async (FREE_BYTES: string) =>
    (await doctor({ ...withModule('little-disk.mjs'), FREE_BYTES })).line('disk space')
  expect(await lineOf('900000000')).toBe('✗ disk space: only 0.9 GB free: free some; the store needs 1 GB.')
  expect(await lineOf('1200000000')).toBe('✓ disk space: 1.2 GB free')
})

test.each([60_000, -60_000])(
  'A clock that differs by %i ms from the database’s fails its check, with the difference',
  async (shift) => {
    const shifted = { ...withModule('shifted-clock.mjs'), CLOCK_SHIFT_MS: String(shift) }
    const { code, line } = await doctor(shifted)
    expect(line('database')).toMatch(
      /^✗ database: the clock of this machine and the database’s are (?:59|6\d) s apart: set both by NTP\.$/,
    )
    expect(code).toBe(1)
    expect((await doctor({ ...shifted, CLOCK_SHIFT_MS: '0' })).line('database')).toMatch(/^✓/)
  },
)

describe('a server over TLS', () => {
  const respond: RequestListener = (_, response) => response.end('{}')
  const addressOf = async (APP_URL: string, trusted = {}) =>
    (await doctor({ APP_URL, ...trusted })).line('address')
  const imagesOf = async (IMAGE_HOST_URL: string, trusted = {}) =>
    (await doctor({ IMAGE_HOST_URL, IMAGE_HOST_KEY: 'hidden-1', ...trusted })).line('image service')

  test('whose certificate is self-signed fails its check until the certificate is trusted', async () => {
    const port = await serveSecurely(respond)
    const why = /its certificate is self-signed: add it to NODE_EXTRA_CA_CERTS/
    expect(await addressOf(`https://localhost:${port}`)).toMatch(why)
    expect(await addressOf(`https://localhost:${port}`)).toMatch(/^✗/)
    expect(await addressOf(`https://localhost:${port}`, trusting())).toBe(
      `✓ address: https://localhost:${port} responds`,
    )
    expect(await imagesOf(`https://localhost:${port}/upload`)).toMatch(why)
    expect(await imagesOf(`https://localhost:${port}/upload`)).not.toContain('hidden-1')
  })

  test('whose certificate is for another name, or has expired, fails its check even if it is trusted', async () => {
    const port = await serveSecurely(respond)
    const other = `https://127.0.0.2:${port}`
    const name = /its certificate is for another name: correct the URL or the certificate/
    expect(await addressOf(other, trusting())).toMatch(name)
    expect(await imagesOf(other, trusting())).toMatch(name)
    const old = `https://localhost:${await serveSecurely(respond, 'expired')}`
    const expired = /its certificate has expired: renew it/
    expect(await addressOf(old, trusting('expired'))).toMatch(expired)
    expect(await imagesOf(old, trusting('expired'))).toMatch(expired)
  })

  test('that does not speak TLS, or is reached without it, fails its check', async () => {
    const plain = await serve(respond)
    expect(await imagesOf(`${plain.replace('http:', 'https:')}/upload`)).toMatch(
      /it does not speak TLS on this port: correct the protocol or the port/,
    )
    expect(await imagesOf(`http://localhost:${await serveSecurely(respond)}/upload`)).toMatch(
      /^✗ image service: .*(?:does it require TLS|responded with 400|correct IMAGE_HOST_URL)/,
    )
    const { line, all } = await doctor({ DATABASE_URL: `${database.url}?sslmode=require` })
    expect(line('database')).toMatch(/^✗ .*it does not speak TLS: remove sslmode from DATABASE_URL/)
    expect(all).not.toContain(new URL(database.url).password || 'no password')
  })

  test('for emails is checked for a certificate that is untrusted, for another name, expired or valid', async () => {
    const listen = async (certificate?: string) => {
      const server = createTlsServer(certified(certificate), (socket) => {
        socket.on('error', () => undefined).write('220 mail.test\r\n')
        socket.on('data', (chunk) => {
          if (chunk.toString().startsWith('EHLO')) socket.write('250 mail.test\r\n')
          else socket.end('221 bye\r\n')
        })
      })
      await new Promise<void>((resolve) => server.listen(0, resolve))
      after.push(() => server.close())
      return (server.address() as AddressInfo).port
    }
    const lineOf = async (SMTP_URL: string, trusted = {}) =>
      (await doctor({ SMTP_URL, ...trusted })).line('mail server')
    const port = await listen()
    expect(await lineOf(`smtps://127.0.0.1:${port}`)).toMatch(/^✗ .*its certificate is self-signed: add it/)
    expect(await lineOf(`smtps://127.0.0.2:${port}`, trusting())).toMatch(/^✗ .*is for another name/)
    expect(await lineOf(`smtps://127.0.0.1:${await listen('expired')}`, trusting('expired'))).toMatch(
      /^✗ .*has expired: renew it/,
    )
    expect(await lineOf(`smtps://127.0.0.1:${port}`, trusting())).toMatch(/^✓ .* responds/)
  })
})

describe('the database', () => {
  const at = (change: (url: URL) => void) => {
    const url = new URL(database.url)
    change(url)
    return url.href
  }

  test.each([
    ['nothing listens there', async () => at((url) => (url.port = '1'))],
    ['refuses the login', async () => at((url) => (url.password = 'wrong-1'))],
    ['has no such database', async () => at((url) => (url.pathname = '/missing'))],
    ['no response within', async () => `postgres://user:hidden-1@127.0.0.1:${await silentPort()}/store`],
    [
      'cannot be used',
      async () =>
        (await serve((_, response) => response.end('hello'))).replace('http', 'postgres') + '/store',
    ],
  ])('that %s is reported with its host and a fix, without its password', async (problem, urlOf) => {
    const DATABASE_URL = await urlOf()
    const { code, line, all } = await doctor({ DATABASE_URL })
    expect(line('database')).toMatch(new RegExp(`^✗ database: .*${problem}`))
    expect(line('database')).toContain(new URL(DATABASE_URL).host)
    expect(all).not.toMatch(/wrong-1|hidden-1/)
    expect(code).toBe(1)
  })

  test('whose user cannot create anything is reported with the owner that it needs', async () => {
    const { pathname, username } = new URL(database.url)
    const right = `create on database ${pathname.slice(1)}`
    await database.pool.query(`revoke ${right} from ${username}`)
    after.push(() => database.pool.query(`grant ${right} to ${username}`))
    expect((await doctor({})).line('database')).toMatch(/^✗ .*cannot create schemas.*OWNER TO "/)
  })

  test('that is a standby, has newer tables, or too few connections is reported', async () => {
    const name = new URL(database.url).pathname.slice(1)
    const admin = await database.pool.connect()
    after.push(() => admin.release(true))
    await admin.query(`alter database ${name} set default_transaction_read_only = on`)
    expect((await doctor({})).line('database')).toMatch(/^✗ .*accepts no changes: it is a standby/)
    await admin.query(`alter database ${name} reset default_transaction_read_only`)

    await admin.query(`insert into store_migrations (name, run_on) values ('900_of_the_future', now())`)
    expect((await doctor({})).line('database')).toMatch(/^✗ .*newer version of the store: update/)
    await admin.query(`delete from store_migrations where name = '900_of_the_future'`)

    expect((await doctor({ DATABASE_POOL: '200' })).line('database')).toMatch(/^✗ .*lower DATABASE_POOL/)
    expect((await doctor({})).line('database')).toMatch(/^✓/)
  })

  test.skipIf(!hasPooler)('behind a pooler in transaction mode also needs its direct URL', async () => {
    const pooler = await startPooler(database.url, 'transaction', 4)
    after.push(() => pooler.stop())
    expect((await doctor({ DATABASE_URL: pooler.url })).line('database')).toMatch(
      /^✗ .*Set DATABASE_DIRECT_URL/,
    )
    const both = { DATABASE_URL: pooler.url, DATABASE_DIRECT_URL: database.url }
    expect((await doctor(both)).line('database')).toMatch(/^✓ .*through a pooler/)
  })
})

describe('the card provider', () => {
  test('that refuses the key, is unreachable, hangs, or is another service fails its check', async () => {
    const sim = await runSimulator()
    after.push(() => sim.stop())
    const lineOf = async (settings: Record<string, string>) => (await doctor(settings)).line('card provider')
    expect(await lineOf(stripeAt(sim.base, 'sk_test_of_another_account'))).toMatch(
      /^✗ .*refuses STRIPE_SECRET_KEY: copy it again/,
    )
    expect(await lineOf(stripeAt(await closed()))).toMatch(/^✗ .*nothing listens there/)
    expect(await lineOf(stripeAt(`http://127.0.0.1:${await silentPort()}`))).toMatch(
      /^✗ .*no response within 5 s/,
    )
    expect(await lineOf(stripeAt(await serve((_, response) => response.end('hello'))))).toMatch(
      /^✗ .*correct STRIPE_API_BASE/,
    )
  })

  test('that refuses the publishable key, or has it in another account, fails its check', async () => {
    const one = '{"object":"list","data":[{"id":"pi_1","client_secret":"pi_1_secret_1"}]}'
    const lineOf = async (status: number) => {
      const base = await serve((request, response) =>
        request.headers.authorization === 'Bearer pk_test_of_a_test'
          ? response.writeHead(status).end('{"error":{"message":"…"}}')
          : response.end(one),
      )
      const settings = { ...stripeAt(base), STRIPE_PUBLISHABLE_KEY: 'pk_test_of_a_test' }
      return (await doctor(settings)).line('card provider')
    }
    expect(await lineOf(200)).toMatch(/^✓ .*accepts the test keys/)
    expect(await lineOf(401)).toMatch(/^✗ .*refuses STRIPE_PUBLISHABLE_KEY: copy it again/)
    expect(await lineOf(404)).toMatch(/^✗ .*different Stripe accounts/)
  })

  test('that does not have the store’s payments belongs to another account', async () => {
    const sim = await runSimulator()
    after.push(() => sim.stop())
    const own = await createTestDatabase()
    after.push(() => own.drop())
    await own.pool.query('alter table payments drop constraint payments_order_id_fkey')
    await own.pool.query(
      `insert into payments (order_id, amount_cents, intent_id, state) values (gen_random_uuid(), 2550, 'pi_of_another_account', 'live')`,
    )
    const { line } = await doctor({ ...stripeAt(sim.base), DATABASE_URL: own.url })
    expect(line('card provider')).toMatch(/^✗ .*pi_of_another_account.*belongs to another account/)
  })

  test('whose restricted key lacks a right is reported with that right', async () => {
    const base = await serve((request, response) =>
      request.url?.startsWith('/v1/refunds')
        ? response.writeHead(403).end('{"error":{"message":"…"}}')
        : response.end('{"object":"list","data":[]}'),
    )
    expect((await doctor(stripeAt(base, 'rk_test_1'))).line('card provider')).toMatch(
      /^✗ .*cannot read refunds: give/,
    )
  })
})

describe('the mail server', () => {
  /** A mail server that requires a login and accepts one. */
  async function withLogin(password: string): Promise<number> {
    const server = createServer((socket) => {
      socket.on('error', () => undefined).write('220 mail.test\r\n')
      socket.on('data', (chunk) => {
        const output = chunk.toString()
        const isRight = output.includes(Buffer.from(`\0ada\0${password}`).toString('base64'))
        if (output.startsWith('EHLO')) socket.write('250-mail.test\r\n250 AUTH PLAIN\r\n')
        else if (output.startsWith('AUTH'))
          socket.write(isRight ? '235 welcome\r\n' : '535 bad credentials for ada\r\n')
        else socket.end('221 bye\r\n')
      })
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    after.push(() => server.close())
    return (server.address() as AddressInfo).port
  }

  test('is checked when it accepts or refuses the login, is unreachable, hangs, or speaks another protocol', async () => {
    const port = await withLogin('right-1')
    const lineOf = async (SMTP_URL: string) => (await doctor({ SMTP_URL })).line('mail server')
    expect(await lineOf(`smtp://ada:right-1@127.0.0.1:${port}`)).toBe(
      `✓ mail server: signed in to 127.0.0.1:${port}; nothing was sent`,
    )
    const refused = await lineOf(`smtp://ada:wrong-1@127.0.0.1:${port}`)
    expect(refused).toMatch(/^✗ .*refuses the login \(535\): check the user and the password/)
    expect(refused).not.toContain('wrong-1')
    expect(await lineOf(`smtp://127.0.0.1:${await freePort()}`)).toMatch(/^✗ .*nothing listens there/)
    expect(await lineOf(`smtp://127.0.0.1:${await silentPort()}`)).toMatch(
      /^✗ .*(?:no response|sends no greeting)/,
    )
    expect(await lineOf(`smtps://127.0.0.1:${port}`)).toMatch(/^✗ .*(?:TLS|smtp)/)
    const web = new URL(await serve((_, response) => response.end('hello'))).port
    expect(await lineOf(`smtp://127.0.0.1:${web}`)).toMatch(
      /^✗ mail server: 127\.0\.0\.1:\d+ cannot be used: /,
    )
  })
})

test('An image service that refuses the key, is unreachable, or has no such URL fails its check', async () => {
  const lineOf = async (url: string) =>
    (await doctor({ IMAGE_HOST_URL: url, IMAGE_HOST_KEY: 'hidden-1' })).line('image service')
  const respondWith = (status: number, body: string) =>
    serve((_, response) => response.writeHead(status, { 'content-type': 'application/json' }).end(body))
  const refused = await lineOf(await respondWith(400, '{"error":{"message":"Invalid API v1 key."}}'))
  expect(refused).toMatch(/^✗ .*refuses IMAGE_HOST_KEY: copy it again/)
  expect(await lineOf(await respondWith(403, ''))).toMatch(/^✗ .*refuses IMAGE_HOST_KEY/)
  expect(await lineOf(await respondWith(404, ''))).toMatch(/^✗ .*correct IMAGE_HOST_URL/)
  expect(await lineOf(await closed())).toMatch(/^✗ .*nothing listens there/)
  expect(await lineOf(`http://127.0.0.1:${await silentPort()}/`)).toMatch(/^✗ .*no response within 5 s/)
})

test('A sign-in issuer that is unreachable, not an issuer, spelled differently, or does not know the client fails its check', async () => {
  const issuer = await startOidcIssuer()
  after.push(() => issuer.close())
  const lineOf = async (GOOGLE_ISSUER: string) =>
    (await doctor({ GOOGLE_CLIENT_ID: CLIENT.id, GOOGLE_CLIENT_SECRET: CLIENT.secret, GOOGLE_ISSUER })).line(
      'sign-in with Google',
    )
  expect(await lineOf(issuer.url)).toMatch(/^✓ .*knows the client/)
  expect(await lineOf(`${issuer.url}/`)).toMatch(/^✗ .*differs from the name that the issuer states/)
  issuer.replace('/token', (_, response) => response.writeHead(401).end('{"error":"invalid_client"}'))
  expect(await lineOf(issuer.url)).toMatch(/^✗ .*does not know GOOGLE_CLIENT_ID with GOOGLE_CLIENT_SECRET/)
  expect(await lineOf(await serve((_, response) => response.end('hello')))).toMatch(
    /^✗ .*not an OpenID Connect issuer/,
  )
  expect(await lineOf(await closed())).toMatch(/^✗ .*nothing listens there/)
})

test('The URL of a real store is https with a host name; one that does not respond yet is fine', async () => {
  const real = {
    NODE_ENV: 'development',
    DEMO: '0',
    AUTH_SECRET: 'q7Zr0mWc2Lk9Xv4Tn6Pb8Hd1Sf3Gj5Ya0Ue2',
    ...stripeAt('http://127.0.0.1:2', 'sk_live_1'),
    STRIPE_PUBLISHABLE_KEY: 'pk_live_1',
    SMTP_URL: 'smtp://127.0.0.1:1',
    MAIL_FROM: 'Shop <store@parts.shop>',
  }
  const lineOf = async (APP_URL: string, env: object = real) =>
    (await doctor({ ...env, APP_URL })).line('address')
  expect(await lineOf('http://parts.invalid')).toMatch(/^✗ address: APP_URL is not https/)
  expect(await lineOf('https://127.0.0.1:1')).toMatch(
    /^✗ address: APP_URL contains 127\.0\.0\.1: set the host name/,
  )
  expect(await lineOf('https://parts.invalid')).toMatch(/^✓ .*does not respond from this machine/)
  expect(await lineOf(await serve((_, response) => response.end('{}')), {})).toMatch(/^✓ .* responds$/)
})

test('A receiver of traces that is unreachable, is not one, or requires other headers fails its check', async () => {
  const lineOf = async (OTEL_EXPORTER_OTLP_ENDPOINT: string) =>
    (await doctor({ OTEL_EXPORTER_OTLP_ENDPOINT })).line('traces')
  expect(await lineOf(await closed())).toMatch(/^✗ .*nothing listens there/)
  expect(await lineOf(await serve((_, response) => response.writeHead(404).end()))).toMatch(
    /^✗ .*responded with 404: OTEL_/,
  )
  expect(await lineOf(await serve((_, response) => response.writeHead(401).end()))).toMatch(
    /^✗ .*requires other headers/,
  )
})

test('A bucket is checked when it accepts the keys, does not exist, is unreachable, or hangs', async () => {
  const s3 = await startS3Server()
  const lineOf = async (settings: Record<string, string>) =>
    (await doctor({ ...s3.env, ...settings })).line('picture storage')
  expect(await lineOf({})).toMatch(/^✓ picture storage: http.*driveline-pictures accepts the keys/)
  expect(await lineOf({ S3_BUCKET: 'another-bucket' })).toMatch(/^✗ .*has no such bucket: copy both again/)
  s3.fail(respondWith(403))
  expect(await lineOf({})).toMatch(/^✗ .*refuses S3_ACCESS_KEY_ID/)
  s3.fail(hanging)
  expect(await lineOf({})).toMatch(/^✗ .*does not respond/)
  expect(await lineOf({ S3_ENDPOINT: await closed() })).toMatch(/^✗ .*does not respond/)
  expect(await s3.files()).toEqual([])
})

describe('the identity provider', () => {
  const firebase = {
    IDENTITY: 'firebase',
    FIREBASE_PROJECT_ID: 'my-shop',
    FIREBASE_API_KEY: 'any-key-for-tests',
  }
  const oidc = { IDENTITY: 'oidc', OIDC_CLIENT_ID: 'driveline', OIDC_CLIENT_SECRET: 'abc' }
  const lineOf = async (settings: Record<string, string>) => (await doctor(settings)).line('sign-in')

  test('has no line if it is the store itself', async () => {
    expect(await lineOf({})).toBeUndefined()
  })

  test('is checked as Firebase, by fetching its keys, and with an emulator that is not running', async () => {
    const issuer = await startOidcIssuer()
    after.push(() => issuer.close())
    expect(await lineOf({ ...firebase, FIREBASE_KEYS_URL: `${issuer.url}/keys` })).toMatch(
      /^✓ sign-in: Firebase project my-shop; 1 keys/,
    )
    expect(await lineOf({ ...firebase, FIREBASE_KEYS_URL: `${await closed()}/keys` })).toMatch(
      /^✗ sign-in: .* cannot be reached: let this machine reach/,
    )
    const emulator = { ...firebase, FIREBASE_AUTH_EMULATOR_HOST: new URL(await closed()).host }
    expect(await lineOf(emulator)).toMatch(/^✗ sign-in: .*start the emulator/)
  })

  test('is checked as an issuer that responds with its own or another name', async () => {
    const issuer = await startOidcIssuer()
    after.push(() => issuer.close())
    expect(await lineOf({ ...oidc, OIDC_ISSUER: issuer.url })).toMatch(
      /^✓ sign-in: http.* responds, and has no sign-out of its own; register/,
    )
    expect(await lineOf({ ...oidc, OIDC_ISSUER: `${issuer.url}/realms/other` })).toMatch(
      /^✗ sign-in: OIDC_ISSUER=.* copy its "issuer" exactly/,
    )
  })
})
