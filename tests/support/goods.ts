import { randomUUID } from 'node:crypto'
import { insertProduct } from '#domain/products/add-product.server.ts'
import { pay } from './browser-payer.ts'
import type { Person } from './people.ts'
import type { TestStore } from './test-store.ts'

/** Puts a part on sale past the admin page; its picture needs no upload. Prices in dollars. */
export async function stockPart(
  store: TestStore,
  part: Partial<{ name: string; price: number; available: number; minOrder: number }> = {},
): Promise<string> {
  const key = '00000000000000000000000000000000-1200x900'
  await store.db
    .insertInto('images')
    .values({ key, width: 1200, height: 900, uploaded_by: null })
    .onConflict((on) => on.doNothing())
    .execute()
  return insertProduct(store.db, null, {
    picture: `/images/${key}.webp`,
    name: part.name ?? 'Ceramic Brake Pads',
    about: 'A full axle set of four pads.',
    price: part.price ?? 25.5,
    available: part.available ?? 100,
    minOrder: part.minOrder ?? 1,
  })
}

/** Orders as this person; answers the order's id. */
export async function order(person: Person, productId: string, orderQty = 1): Promise<string> {
  const answer = await person.call('POST', '/order', {
    productId,
    orderQty,
    customerPhone: '(217) 555-0100',
    customerAddress: '1 Main Street',
  })
  if (answer.status !== 201) throw new Error(`Not ordered: ${answer.status} ${JSON.stringify(answer.body)}`)
  return answer.body.insertedId
}

/** Starts the payment of an order and sends a card to the simulator, as the browser does. Answers the transaction's id. */
export async function charge(
  store: TestStore,
  person: Person,
  orderId: string,
  card = '4242424242424242',
): Promise<{ transactionId: string; status: number; message: string | undefined }> {
  const shown = await person.call('GET', `/payment/${orderId}`)
  const intent = await person.call('POST', '/create-payment-intent', {
    orderId,
    totalPrice: shown.body.totalPrice,
  })
  if (intent.status !== 201) throw new Error(`No intent: ${intent.status} ${JSON.stringify(intent.body)}`)
  const clientSecret: string = intent.body.clientSecret
  const id = clientSecret.split('_secret_')[0] ?? ''
  const paid = await pay(`${store.url}/simulator/stripe`, { id, client_secret: clientSecret }, card)
  return { transactionId: id, status: paid.status, message: paid.error.message }
}

/** Orders and pays. Answers the order's id. */
export async function orderPaid(
  store: TestStore,
  person: Person,
  productId: string,
  orderQty = 1,
): Promise<string> {
  const orderId = await order(person, productId, orderQty)
  const { transactionId } = await charge(store, person, orderId)
  const answer = await person.call('PATCH', `/order/${orderId}`, { orderId, transactionId })
  if (answer.status !== 200) throw new Error(`Not paid: ${answer.status} ${JSON.stringify(answer.body)}`)
  return orderId
}

/** A fresh Idempotency-Key header. */
export function newKey(): Record<string, string> {
  return { 'Idempotency-Key': randomUUID() }
}
