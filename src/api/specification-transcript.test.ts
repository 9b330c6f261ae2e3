import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeAdmin } from '#ops/make-admin.ts'
import { payByCard, WITHOUT_WEBHOOKS, intentOf } from '../../tests/support/card-payments.ts'
import { quartersAs } from '../../tests/support/test-pictures.ts'
import { openTestStore, type TestStore } from '../../tests/support/test-store.ts'
import { PASSWORD, signUp, type User, verifyEmail } from '../../tests/support/users.ts'

// Every call of the user's specification (section 7), sent as its client does, and the bytes that it returns.
// The file changes only when the specification does, or a response gets a field that clients can use.

let store: TestStore
beforeAll(async () => {
  store = await openTestStore({ SIMULATOR_FAULTS: WITHOUT_WEBHOOKS })
})
afterAll(() => store.close())

/** What differs from run to run, each kind with its name; equal values get equal numbers. */
const VARYING: readonly (readonly [kind: string, pattern: RegExp])[] = [
  ['token', /(?<="token":")[\w-]+(?=")/g],
  ['secret', /pi_\w+_secret_\w+/g],
  ['intent', /pi_\w+/g],
  ['id', /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g],
  ['account', /(?<="_id":")[A-Za-z0-9]{32}(?=")/g],
  ['picture', /[0-9a-f]{32}(?=-\d+x\d+)/g],
  ['time', /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g],
]

/** Writes down requests and responses. */
class Transcript {
  readonly #lines: string[] = []
  readonly #numbers = new Map<string, string>()

  /** Sends a request and writes it down; returns the parsed body. */
  async send(
    who: User | null,
    method: string,
    address: string,
    body?: unknown,
    shown?: string,
  ): Promise<any> {
    const form = body instanceof FormData
    const json = body === undefined ? undefined : form ? body : JSON.stringify(body)
    const response = await fetch(store.url + address, {
      method,
      ...(json !== undefined && { body: json }),
      headers: {
        ...(typeof json === 'string' && { 'Content-Type': 'application/json' }),
        ...(who && { Authorization: `Bearer ${who.token}` }),
        // The session is exchanged for a token.
        ...(who && address === `/user/${who.email}` && method === 'PUT' && { Cookie: who.cookie }),
      },
    })
    const text = await response.text()
    const sent = [who?.name ?? 'Visitor', method, address, typeof json === 'string' ? json : (shown ?? '')]
    this.#lines.push(
      this.#named(sent.filter(Boolean).join(' ')),
      this.#named(`  ${response.status} ${response.headers.get('content-type') ?? ''} ${text}`),
      '',
    )
    return text === '' ? null : JSON.parse(text)
  }

  text(): string {
    return this.#lines.join('\n')
  }

  #named(text: string): string {
    const local = text.replaceAll(store.url, 'http://store')
    return VARYING.reduce(
      (named, [kind, pattern]) => named.replaceAll(pattern, (value) => this.#numberOf(kind, value)),
      local,
    )
  }

  #numberOf(kind: string, value: string): string {
    if (kind === 'time' || kind === 'token') return `<${kind}>`
    const known = this.#numbers.get(value)
    if (known) return known
    const count = [...this.#numbers.values()].filter((name) => name.startsWith(`<${kind} `)).length
    this.#numbers.set(value, `<${kind} ${count + 1}>`)
    return `<${kind} ${count + 1}>`
  }
}

async function person(name: string, email: string): Promise<User> {
  const user = await signUp(store, { name, email, password: PASSWORD })
  await verifyEmail(store, user)
  return user
}

test('every call of the specification returns what it always has', async () => {
  const transcript = new Transcript()
  const send = transcript.send.bind(transcript)
  const casey = await person('Casey', 'casey@people.test')
  const robin = await person('Robin', 'robin@people.test')
  const alex = await person('Alex', 'alex@people.test')
  await makeAdmin(store.db, alex.email)

  // Accounts.
  const me = `/user/${casey.email}`
  await send(null, 'PUT', me, { email: casey.email })
  await send(null, 'GET', me)
  await send(casey, 'PUT', me, { email: casey.email })
  await send(casey, 'GET', me)
  const profile = { education: 'Riverside High', address: '1 Main Street', phone: '(217) 555-0100' }
  const linkedIn = 'https://www.linkedin.com/in/casey'
  await send(casey, 'PUT', `/updateUser/${casey.email}`, { ...profile, linkedIn })
  await send(casey, 'GET', me)
  await send(casey, 'GET', `/user/${robin.email}`)
  await send(null, 'GET', `/admin/${alex.email}`)
  await send(null, 'GET', `/admin/${casey.email}`)

  // Products.
  const form = new FormData()
  form.set('image', new Blob([new Uint8Array(await quartersAs('png', 400, 300))]), 'pads.png')
  const uploaded = await send(alex, 'POST', '/images', form, 'image=pads.png')
  const product = { picture: uploaded.data.url, name: 'Brake Pads', about: 'A set of four.' }
  const numbers = { price: 38.9, available: 20, minOrder: 2 }
  await send(casey, 'POST', '/product', { ...product, ...numbers })
  const { insertedId: pads } = await send(alex, 'POST', '/product', { ...product, ...numbers })
  const rotor = { ...product, name: 'Rotor', price: 57, available: 3, minOrder: 1 }
  const { insertedId: gone } = await send(alex, 'POST', '/product', rotor)
  await send(alex, 'POST', '/product', { ...product, price: 0, available: -1 })
  await send(null, 'GET', '/products')
  await send(null, 'GET', `/product/${pads}`)
  await send(casey, 'GET', `/product/${pads}`)
  await send(casey, 'DELETE', `/product/${gone}`)
  await send(alex, 'DELETE', `/product/${gone}`)
  await send(casey, 'GET', `/product/${gone}`)
  await send(null, 'GET', '/products')

  // Orders: names and totals of the browser are not believed.
  const orderOf = (orderQty: number, totalPrice: number) => ({
    productId: pads,
    picture: product.picture,
    productName: product.name,
    totalPrice,
    customerName: casey.name,
    customerEmail: casey.email,
    customerPhone: profile.phone,
    customerAddress: profile.address,
    orderQty,
  })
  await send(null, 'POST', '/order', orderOf(2, 77.8))
  await send(casey, 'POST', '/order', orderOf(1, 38.9))
  await send(casey, 'POST', '/order', orderOf(21, 816.9))
  await send(casey, 'POST', '/order', orderOf(2, 1))
  const { insertedId: first } = await send(casey, 'POST', '/order', orderOf(2, 77.8))
  const { insertedId: second } = await send(casey, 'POST', '/order', orderOf(4, 155.6))
  await send(casey, 'GET', `/order/${casey.email}`)
  await send(null, 'GET', `/order/${casey.email}`)
  await send(robin, 'GET', `/order/${casey.email}`)
  await send(robin, 'DELETE', `/order/${second}`)
  await send(casey, 'DELETE', `/order/${second}`)
  await send(casey, 'DELETE', `/order/${second}`)

  // Payment.
  await send(casey, 'GET', `/payment/${first}`)
  await send(robin, 'GET', `/payment/${first}`)
  const { clientSecret } = await send(casey, 'POST', '/create-payment-intent', {
    orderId: first,
    totalPrice: 77.8,
  })
  await send(casey, 'POST', '/create-payment-intent', { orderId: first, totalPrice: 1 })
  const intent = intentOf(clientSecret)
  const confirmation = {
    orderId: first,
    transactionId: intent.id,
    productName: product.name,
    customerName: casey.name,
  }
  await send(casey, 'PATCH', `/order/${first}`, confirmation)
  await send(alex, 'PATCH', `/order/shipped/${first}`)
  await payByCard(store, intent)
  await send(casey, 'PATCH', `/order/${first}`, confirmation)
  await send(casey, 'PATCH', `/order/${first}`, confirmation)
  await send(casey, 'GET', `/payment/${first}`)
  await send(casey, 'DELETE', `/order/${first}`)

  // Admins.
  await send(casey, 'GET', '/orders')
  await send(alex, 'GET', '/orders')
  await send(casey, 'PATCH', `/order/shipped/${first}`)
  await send(alex, 'PATCH', `/order/shipped/${first}`)
  await send(alex, 'PATCH', `/order/shipped/${first}`)
  await send(casey, 'GET', `/order/${casey.email}`)
  await send(casey, 'GET', '/users')
  await send(alex, 'GET', '/users')
  await send(casey, 'PUT', `/user/admin/${casey.email}`)
  await send(alex, 'PUT', `/user/admin/${robin.email}`)
  await send(alex, 'PUT', `/user/admin/${robin.email}`)

  // Reviews.
  await send(casey, 'POST', '/review', { name: casey.name, text: 'They fit.', rating: 5 })
  await send(casey, 'POST', '/review', { name: casey.name, text: '', rating: 6 })
  await send(null, 'GET', '/reviews')

  await expect(transcript.text()).toMatchFileSnapshot(
    path.join(import.meta.dirname, 'specification-transcript.txt'),
  )
})
