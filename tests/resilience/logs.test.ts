import { readFile } from 'node:fs/promises'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startEmbeddedPostgres } from '#db/embedded/start-embedded-postgres.ts'
import { pay } from '../support/browser-payer.ts'
import { mailsTo } from '../support/mails.ts'
import { runStore, START_LIMIT_MS, type RunningStore } from '../support/running-store.ts'
import { SIMULATOR_KEY } from '../support/store-process.ts'
import { quartersAs } from '../support/test-pictures.ts'
import { demoAdmin, issueAccessToken, newCredentials, signInAs } from '../support/users.ts'

let store: RunningStore
/** Data that must not be in any log, by name. */
const secrets = new Map<string, string>()
/** The request ids of the responses. */
const respondedIds: string[] = []

beforeAll(async () => {
  store = await runStore({ LOG_LEVEL: 'debug', SWEEP_SECONDS: '2' })
}, START_LIMIT_MS)
afterAll(() => store.close(), 60_000)

const person = { ...newCredentials('Quentin Quillfeather'), password: 'valve-spring-retainer-77' }
const home = {
  address: '4711 Camshaft Crescent, Peoria',
  phone: '+1 217 555 0142',
  education: 'Manifold High',
}

/** Makes a request as a browser does, and records its id. */
async function request(
  method: string,
  address: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<{ status: number; body: any; headers: Headers }> {
  const raw = body instanceof FormData || typeof body === 'string'
  const response = await fetch(store.url + address, {
    method,
    redirect: 'manual',
    headers: { ...(body === undefined || raw ? {} : { 'Content-Type': 'application/json' }), ...headers },
    ...(body === undefined ? {} : { body: raw ? body : JSON.stringify(body) }),
  })
  const id = response.headers.get('x-request-id')
  if (id) respondedIds.push(id)
  const text = await response.text()
  return {
    status: response.status,
    headers: response.headers,
    body: text.startsWith('{') || text.startsWith('[') ? JSON.parse(text) : text,
  }
}

async function inDatabase(statement: string): Promise<void> {
  const database = await startEmbeddedPostgres({ dataDir: store.dataDir, log: () => undefined })
  const client = new pg.Client(database.url)
  await client.connect()
  await client.query(statement)
  await client.end()
  await database.stop()
}

/** Everything that a customer and an admin do with personal data, and what fails on the way. */
async function journey(): Promise<void> {
  const { email, password } = person
  expect((await request('POST', '/auth/sign-up/email', person)).status).toBe(200)
  expect((await request('POST', '/auth/sign-up/email', person)).status).toBeGreaterThanOrEqual(400)
  expect(
    (await request('POST', '/auth/sign-in/email', { email, password: `${password}-wrong` })).status,
  ).toBe(401)
  const { token, cookie } = await issueAccessToken(store, email, password)
  const bearer = { Authorization: `Bearer ${token}` }
  secrets.set('access token', token)
  for (const product of cookie.split('; '))
    secrets.set(`cookie ${product.split('=')[0]}`, product.slice(product.indexOf('=') + 1))
  expect(
    (
      await request(
        'PUT',
        `/updateUser/${email}`,
        { ...home, linkedIn: 'https://linkedin.com/in/quentin-q' },
        bearer,
      )
    ).status,
  ).toBe(200)
  for (const path of [
    `/user/${email}`,
    `/order/${encodeURIComponent(email)}`,
    `/admin/${email}`,
    `/${email}/x`,
  ])
    await request('GET', path, undefined, bearer)

  const [product] = (await request('GET', '/products?limit=1')).body
  const wish = {
    productId: product._id,
    orderQty: product.minOrder,
    customerPhone: home.phone,
    customerAddress: home.address,
  }
  const placed = await request('POST', '/order', wish, bearer)
  expect(placed.status).toBe(201)
  expect((await request('POST', '/order', { ...wish, orderQty: 0 }, bearer)).status).toBe(422)
  const orderId: string = placed.body.insertedId
  const { totalPrice } = (await request('GET', `/payment/${orderId}`, undefined, bearer)).body
  const { clientSecret } = (await request('POST', '/create-payment-intent', { orderId, totalPrice }, bearer))
    .body
  secrets.set('client secret', clientSecret)
  const intent = { id: clientSecret.split('_secret_')[0], client_secret: clientSecret }
  const billing = {
    'payment_method_data[billing_details][email]': email,
    'payment_method_data[billing_details][name]': person.name,
  }
  expect((await pay(`${store.url}/simulator/stripe`, intent, '4000000000000002', billing)).status).toBe(402)
  expect((await pay(`${store.url}/simulator/stripe`, intent, '4242424242424242', billing)).status).toBe(200)
  expect(
    (await request('PATCH', `/order/${orderId}`, { orderId, transactionId: intent.id }, bearer)).status,
  ).toBe(200)
  await request('POST', '/webhooks/stripe', JSON.stringify({ data: { object: { receipt_email: email } } }), {
    'Stripe-Signature': 't=1,v1=0',
  })

  const message = { name: person.name, email, message: `Call me at ${home.phone}, I live in ${home.address}` }
  expect((await request('POST', '/contact', message)).status).toBe(201)
  // The database repeats the whole row in the detail of its error.
  await inDatabase(
    `alter table contact_messages add constraint no_more check (name <> '${person.name}') not valid`,
  )
  expect((await request('POST', '/contact', message)).status).toBe(500)
  await inDatabase('alter table contact_messages drop constraint no_more')
  for (const vin of ['1HGCM82633A004352', '1HGCM82643A004353']) {
    secrets.set(`VIN ${vin}`, vin)
    expect((await request('GET', `/vehicles/decode?vin=${vin}`)).status).toBe(200)
  }
  await inDatabase('alter table vehicles rename to elsewhere')
  await inDatabase(`select pg_notify('driveline', 'vehicles')`)
  await expect
    .poll(async () => (await request('GET', '/vehicles/decode?vin=1HGCM82633A004352')).status)
    .toBe(500)
  await inDatabase('alter table elsewhere rename to vehicles')
  await request('POST', '/contact', `{"email": "${email}", `, { 'Content-Type': 'application/json' })

  const admin = {
    Authorization: `Bearer ${(await signInAs(store, demoAdmin)).token}`,
  }
  const picture = (bytes: Uint8Array) => {
    const form = new FormData()
    form.set('image', new Blob([new Uint8Array(bytes)]), `${person.name}.png`)
    return form
  }
  expect((await request('POST', '/images', picture(await quartersAs('png', 64, 48)), admin)).status).toBe(201)
  expect((await request('POST', '/images', picture(Buffer.from('<svg/>')), admin)).status).toBe(415)
  await request('GET', `/audit?q=${email}`, undefined, admin)

  await request('POST', '/auth/request-password-reset', { email })
  await expect
    .poll(async () => (await mailsTo(store, email)).map(({ text }) => text).join('\n'))
    .toContain('/reset-password?token=')
  const links = (await mailsTo(store, email)).flatMap(({ text }) => /https?:\S+/.exec(text)?.[0] ?? [])
  for (const link of links) {
    const { pathname, search, searchParams } = new URL(link)
    const linked = searchParams.get('token') ?? searchParams.get('code')
    await request('GET', pathname + search)
    // Emails about orders link to pages for signed-in users.
    if (linked === null) continue
    secrets.set(`token of ${pathname}`, linked)
    await request('GET', `/auth/reset-password/${linked}?callbackURL=/reset-password`)
    const changed = { token: linked, newPassword: `${password}-new` }
    await request('POST', '/auth/reset-password', changed)
  }
  expect([...secrets.keys()].filter((what) => what.startsWith('token of')).toSorted()).toEqual([
    'token of /auth/verify-email',
    'token of /reset-password',
  ])
  await request('POST', '/auth/sign-out', {}, { cookie })
}

test('the logs cover a whole journey without personal data', async () => {
  await journey()
  for (const [what, secret] of Object.entries({ ...home, ...person })) secrets.set(what, secret)
  secrets.set('new password', `${person.password}-new`)
  secrets.set('card number', '4242424242424242')
  secrets.set('declined card number', '4000000000000002')
  secrets.set('secret key', SIMULATOR_KEY)
  for (const name of ['auth', 'webhook'])
    secrets.set(`${name} secret`, await readFile(path.join(store.dataDir, 'secrets', name), 'utf8'))
  await expect.poll(() => respondedIds.filter((id) => !store.output().includes(id))).toEqual([])

  const entries = store
    .output()
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Record<string, any>)
  const requests = entries.filter((entry) => entry['msg'] === 'request')
  for (const entry of requests) {
    expect(entry).toMatchObject({
      requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      method: expect.stringMatching(/^[A-Z]+$/),
      path: expect.stringMatching(/^\//),
      status: expect.any(Number),
      durationMs: expect.any(Number),
    })
  }
  expect(respondedIds.length).toBeGreaterThan(25)
  for (const id of respondedIds) expect(requests.filter((entry) => entry['requestId'] === id)).toHaveLength(1)
  const failed = entries.find((entry) => entry['msg'] === 'request failed')
  expect(failed, 'the failure can be found').toMatchObject({
    err: {
      code: '23514',
      constraint: 'no_more',
      table: 'contact_messages',
      stack: expect.stringContaining(' at '),
    },
  })

  const logs = {
    'what the store says': store.output(),
    'the database’s own log': await readFile(path.join(store.dataDir, 'postgres', 'server.log'), 'utf8'),
  }
  for (const [whose, log] of Object.entries(logs)) {
    const found = [...secrets].filter(([, secret]) =>
      [secret, encodeURIComponent(secret)].some((form) => log.includes(form)),
    )
    expect(
      found.map(([what]) => what),
      whose,
    ).toEqual([])
    // The demo's own accounts are public, and printed at startup.
    const others = log.replaceAll(/(?:customer|admin)@demo\.test/g, '')
    expect(/[\w.+-]+(?:@|%40)[\w-]+\.\w+/.exec(others)?.[0], `an email address in ${whose}`).toBeUndefined()
    expect(/[?&](?:token|code)=[^\s&"{]+/.exec(log)?.[0], `a link with a token in ${whose}`).toBeUndefined()
  }
})
