import { randomUUID } from 'node:crypto'
import { insertProduct } from '#domain/products/add-product.server.ts'
import { insertPicture, PICTURE } from './add-product.ts'
import { confirmPayment, intentFor, payByCard } from './card-payments.ts'
import type { TestStore } from './test-store.ts'
import { type ApiResponse, type Caller, demoCustomer, type User, signInAs } from './users.ts'

/** Inserts a product without an upload. Prices in dollars. */
export async function stockProduct(
  store: Pick<TestStore, 'db'>,
  product: Partial<{
    name: string
    category: string
    price: number
    available: number
    minOrder: number
    unit: string
    hidden: boolean
  }> = {},
): Promise<string> {
  await insertPicture(store)
  return insertProduct(store.db, null, {
    picture: PICTURE,
    name: product.name ?? 'Ceramic Brake Pads',
    about: 'A full axle set of four pads.',
    ...(product.category && { category: product.category }),
    price: product.price ?? 25.5,
    available: product.available ?? 100,
    minOrder: product.minOrder ?? 1,
    ...(product.unit && { unit: product.unit }),
    ...(product.hidden && { hidden: true }),
  })
}

/** Orders as this user; returns the order's id. */
export async function order(person: User, productId: string, orderQty = 1): Promise<string> {
  const response = await person.call('POST', '/order', {
    productId,
    orderQty,
    customerPhone: '(217) 555-0100',
    customerAddress: '1 Main Street',
  })
  if (response.status !== 201)
    throw new Error(`Not ordered: ${response.status} ${JSON.stringify(response.body)}`)
  return response.body.insertedId
}

/**
 * Starts the payment of an order and sends a card to the simulator, as the browser does. Returns the
 * transaction's id.
 */
export async function charge(
  store: { url: string },
  person: User,
  orderId: string,
  card = '4242424242424242',
): Promise<{ transactionId: string; status: number; message: string | undefined }> {
  const intent = await intentFor(person, orderId)
  const paid = await payByCard(store, intent, card)
  return { transactionId: intent.id, status: paid.status, message: paid.error.message }
}

/** Orders and pays. Returns the order's id. */
export async function orderPaid(
  store: TestStore,
  person: User,
  productId: string,
  orderQty = 1,
): Promise<string> {
  const orderId = await order(person, productId, orderQty)
  const { transactionId } = await charge(store, person, orderId)
  const response = await confirmPayment(person, orderId, transactionId)
  if (response.status !== 200)
    throw new Error(`Not paid: ${response.status} ${JSON.stringify(response.body)}`)
  return orderId
}

/** The demo customer of a store, signed in; `order` orders the minimum of the newest product. */
export async function demoBuyer(store: { url: string }): Promise<{
  customer: Caller
  cookie: string
  product: { _id: string }
  order: () => Promise<ApiResponse>
}> {
  const { call: customer, cookie } = await signInAs(store, demoCustomer)
  const [product] = (await customer('GET', '/products')).body
  const order = () =>
    customer('POST', '/order', {
      productId: product._id,
      orderQty: product.minOrder,
      customerPhone: '(217) 555-0100',
      customerAddress: '1 Main Street',
    })
  return { customer, cookie, product, order }
}

/** A fresh Idempotency-Key header. */
export function newKey(): Record<string, string> {
  return { 'Idempotency-Key': randomUUID() }
}
