// Long because it has a sample of each call.
import { randomUUID } from 'node:crypto'
// Long because it is one table: a valid call of every kind.
import { sql } from 'kysely'
import { z } from 'zod'
import type { Call } from '#contract/call.ts'
import { allCalls, type CallName, calls } from '#contract/calls.ts'
import { recordDeadLetter } from '#domain/mails/record-dead-letter.server.ts'
import { resetPasswordMail } from '#domain/mails/reset-password-mail.ts'
import { confirmPayment, intentFor, payByCard, simulatorOf } from './card-payments.ts'
import { linkIn, mailsTo } from './mails.ts'
import { charge, order, orderPaid, stockProduct } from './orders.ts'
import { stripeAt } from './running-simulator.ts'
import { quartersAs } from './test-pictures.ts'
import { openTestStore, type TestStore } from './test-store.ts'
import { type ApiResponse, caller, insertAccount, newEmail, type User, signIn } from './users.ts'

/**
 * A store with one user per kind of permission. `owner` owns the subject of a sample, `other` owns nothing.
 */
export type Fixture = { store: TestStore; owner: User; other: User; admin: User; picture: string }

/** An unused id. */
export const MISSING = '00000000-0000-4000-8000-000000000000'

/** A valid request of a call, for the owner, or for an admin where the call is for admins only. */
export type Sample = {
  params?: Record<string, string>
  query?: Record<string, string>
  body?: Record<string, unknown>
  form?: FormData
}

/**
 * A fresh store with three signed-in users. Close the store afterwards.
 * @param createPages creates its pages from the build; default none.
 */
export async function openFixture(createPages?: Parameters<typeof openTestStore>[1]): Promise<Fixture> {
  const store = await openTestStore({}, createPages)
  const [owner, other, admin] = await Promise.all([
    signIn(store, { name: 'Olive Owner' }),
    signIn(store),
    signIn(store, { admin: true }),
  ])
  const picture = '/images/0123456789abcdef0123456789abcdef-400x300.webp'
  await store.db
    .insertInto('images')
    .values({ key: '0123456789abcdef0123456789abcdef-400x300', width: 400, height: 300, uploaded_by: null })
    .execute()
  await store.db
    .insertInto('vehicles')
    .values({ ...civic, displacement_l: '1.8', cylinders: 4, fuel: 'Regular', drive: '' })
    .execute()
  return { store, owner, other, admin, picture }
}

const product = (fixture: Fixture) => ({
  picture: fixture.picture,
  name: 'Timing Belt Kit',
  about: 'Belt, tensioner and idler.',
  price: 129.99,
  minOrder: 1,
})
const profile = {
  education: 'Riverside High',
  address: '1 Main Street',
  phone: '(217) 555-0100',
  linkedIn: 'https://www.linkedin.com/in/olive',
}
const newOrder = async ({ store, owner }: Fixture) => order(owner, await stockProduct(store, { price: 25.5 }))

/** One that is paid, for a car, and has shipped. */
async function newShippedOrder({ store, owner, admin }: Fixture): Promise<string> {
  const placed = await owner.call('POST', '/order', {
    productId: await stockProduct(store),
    orderQty: 1,
    customerPhone: profile.phone,
    customerAddress: profile.address,
    vehicle: civic,
  })
  const id = String(placed.body.insertedId)
  const { transactionId } = await charge(store, owner, id)
  await confirmPayment(owner, id, transactionId)
  await admin.call('PATCH', `/order/shipped/${id}`)
  return id
}

const returnOf = (orderId: string) => ({ lines: [{ orderId, quantity: 1, reason: 'does_not_fit' }] })

async function newReturn(fixture: Fixture): Promise<string> {
  const id = await newShippedOrder(fixture)
  return (await fixture.owner.call('POST', `/purchase/${id}/returns`, returnOf(id))).body.returnId
}

const newSynonyms = async ({ admin }: Fixture): Promise<string> =>
  (await admin.call('POST', '/search/synonyms', { phrases: ['heater core', 'heater matrix'] })).body
    .insertedId

async function accountIdOf({ db }: TestStore, { email }: User): Promise<string> {
  const account = await db
    .selectFrom('accounts')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
  return account.id
}

/** A checked file, ready to be applied. */
async function storedImport(store: TestStore, admin: User): Promise<string> {
  const { db } = store
  const { id: importId } = await db
    .insertInto('imports')
    .values({
      kind: 'products',
      file_name: 'prices.csv',
      options: '{}',
      status: 'checked',
      created_by: await accountIdOf(store, admin),
      applied_at: null,
      undone_at: null,
      report: null,
      undo_report: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const bytes = Buffer.from('partNumber,price\n')
  await db.insertInto('import_files').values({ import_id: importId, part: 'file', bytes }).execute()
  return importId
}

const civic = { make: 'Honda', model: 'Civic', year: 2009 }
const newInGarage = async ({ owner }: Fixture): Promise<string> =>
  (await owner.call('POST', '/garage', civic)).body.insertedId

export const address = {
  name: 'Olive Owner',
  line1: '12 Gasket Lane',
  city: 'Chicago',
  region: 'IL',
  postalCode: '60602',
  country: 'US',
  phone: '(217) 555-0142',
}
/** A new address of the owner, whose address book is otherwise empty. */
async function newAddress({ store, owner }: Fixture): Promise<string> {
  await store.db
    .deleteFrom('addresses')
    .where('account_id', '=', await accountIdOf(store, owner))
    .execute()
  return (await owner.call('POST', '/addresses', address)).body.insertedId
}

/** An order that the owner has paid. */
async function newPaidOrder({ store, owner }: Pick<Fixture, 'store' | 'owner'>): Promise<string> {
  return orderPaid(store, owner, await stockProduct(store))
}

/** A part in the owner's cart. */
async function newInCart({ store, owner }: Fixture): Promise<string> {
  const productId = await stockProduct(store)
  await owner.call('POST', '/cart/lines', { productId, quantity: 1 })
  return productId
}

const message = { name: 'Vic', email: 'vic@example.com', message: 'Do you ship to Peoria?' }

/** A stored message of the contact form, without its email. */
async function newMessage({ db }: TestStore): Promise<string> {
  const { id: messageId } = await db
    .insertInto('contact_messages')
    .values({ ...message, done_at: null })
    .returning('id')
    .executeTakeFirstOrThrow()
  return messageId
}

let taxRegions = 0

/** A tax region of a postal code that no other has. */
function newTaxRegion() {
  const postalCode = String((taxRegions += 1)).padStart(5, '0')
  return {
    country: 'US',
    region: 'IL',
    postalFrom: postalCode,
    postalTo: postalCode,
    name: 'Illinois',
    rate: 6.25,
    validFrom: '2026-01-01',
  }
}

async function deadLetter({ db }: TestStore): Promise<string> {
  const id = randomUUID()
  const mail = resetPasswordMail({
    id: `reset-password.${id}`,
    to: 'robin@example.com',
    storeName: 'Driveline',
  })
  await recordDeadLetter(db, { id, mail, reason: '550 No such user', attempts: 1 })
  return id
}

/**
 * A valid request of every call, each about a fresh subject. A call without a sample does not compile, and
 * fails the tests.
 */
export const samples: Record<CallName, (fixture: Fixture) => Sample | Promise<Sample>> = {
  issueAccessToken: ({ owner }) => ({ params: { email: owner.email }, body: { email: owner.email } }),
  showAccount: ({ owner }) => ({ params: { email: owner.email } }),
  updateProfile: ({ owner }) => ({ params: { email: owner.email }, body: profile }),
  showAdminFlag: ({ owner }) => ({ params: { email: owner.email } }),
  listAccounts: () => ({}),
  demoteAdmin: async ({ store }) => ({ params: { email: await insertAccount(store, { role: 'admin' }) } }),
  promoteToAdmin: async ({ store }) => ({
    params: { email: await insertAccount(store) },
  }),
  inviteAdmin: () => ({ body: { email: newEmail() } }),
  listInvitations: () => ({}),
  withdrawInvitation: async ({ admin }) => ({
    params: { id: (await admin.call('POST', '/staff/invitations', { email: newEmail() })).body.insertedId },
  }),
  acceptInvitation: async ({ store, admin, owner }) => {
    await admin.call('POST', '/staff/invitations', { email: owner.email })
    // Emails about earlier samples may be delivered after this one. Without one, its limit is used up.
    const mails = await mailsTo(store, owner.email)
    const invitation = mails.find(({ subject }) => subject.startsWith('You are invited'))
    const token = URL.parse(linkIn(invitation?.text))?.searchParams.get('token') ?? 'no invitation'
    return { params: { email: owner.email }, body: { token } }
  },
  listProducts: () => ({}),
  listManagedProducts: () => ({}),
  countManagedProducts: () => ({}),
  showManagedProduct: async ({ store }) => ({ params: { id: await stockProduct(store) } }),
  listStockMovements: async ({ store }) => ({ params: { id: await stockProduct(store) } }),
  hideProduct: async ({ store }) => ({ params: { id: await stockProduct(store) }, body: { hidden: true } }),
  listBrandsAndCategories: () => ({}),
  listSpecificationFields: () => ({}),
  editSpecificationFields: () => ({
    body: {
      category: `Brakes ${randomUUID()}`,
      fields: [{ name: 'Thickness', unit: 'mm', type: 'number' }],
      was: [],
    },
  }),
  showSettings: () => ({}),
  editSettings: async ({ admin }) => {
    const { version } = (await admin.call('GET', '/settings')).body.returns
    return { body: { section: 'returns', content: { returnDays: 30 }, version } }
  },
  showSalesSettings: () => ({}),
  editSalesSettings: async ({ admin }) => ({
    body: { ...(await admin.call('GET', '/sales-settings')).body, taxNumber: `EIN ${randomUUID()}` },
  }),
  listTaxRegions: () => ({}),
  addTaxRegion: () => ({ body: newTaxRegion() }),
  endTaxRegion: async ({ admin }) => ({
    params: { id: (await admin.call('POST', '/tax-regions', newTaxRegion())).body.insertedId },
    body: { validTo: '2026-12-31' },
  }),
  deleteTaxRegion: async ({ admin }) => ({
    params: { id: (await admin.call('POST', '/tax-regions', newTaxRegion())).body.insertedId },
  }),
  showProduct: async ({ store }) => ({ params: { id: await stockProduct(store) } }),
  listFitments: async ({ store }) => ({ params: { id: await stockProduct(store) } }),
  showFit: async ({ store }) => ({ params: { id: await stockProduct(store) } }),
  showFits: async ({ store }) => ({ query: { ids: await stockProduct(store) } }),
  addProduct: (fixture) => ({ body: { ...product(fixture), available: 10 } }),
  editProduct: async (fixture) => ({
    params: { id: await stockProduct(fixture.store) },
    body: product(fixture),
  }),
  repriceProduct: async ({ store }) => ({
    params: { id: await stockProduct(store, { price: 25.5 }) },
    body: { price: 27, was: 25.5 },
  }),
  restockProduct: async ({ store }) => ({ params: { id: await stockProduct(store) }, body: { quantity: 5 } }),
  deleteProduct: async ({ store }) => ({ params: { id: await stockProduct(store) } }),
  uploadImage: async () => {
    const form = new FormData()
    form.set('image', new Blob([new Uint8Array(await quartersAs('png', 64, 48))]), 'part.png')
    return { form }
  },
  addImport: () => {
    const form = new FormData()
    form.set('kind', 'products')
    form.set('file', new Blob(['partNumber,price\nA-1,5\n']), 'prices.csv')
    return { form }
  },
  listImports: () => ({}),
  showImport: async ({ store, admin }) => ({ params: { id: await storedImport(store, admin) } }),
  downloadRefusedLines: async ({ store, admin }) => {
    const id = await storedImport(store, admin)
    const bytes = Buffer.from('partNumber,price,Reason\r\n')
    await store.db.insertInto('import_files').values({ import_id: id, part: 'refused', bytes }).execute()
    return { params: { id } }
  },
  exportParts: () => ({ params: { kind: 'products' } }),
  changeImport: async ({ store, admin }) => ({
    params: { id: await storedImport(store, admin) },
    body: { action: 'apply' },
  }),
  placeOrder: async ({ store }) => ({
    body: {
      productId: await stockProduct(store),
      orderQty: 1,
      totalPrice: 25.5,
      customerPhone: profile.phone,
      customerAddress: profile.address,
    },
  }),
  listOwnOrders: ({ owner }) => ({ params: { email: owner.email } }),
  deleteOrder: async (fixture) => ({ params: { id: await newOrder(fixture) } }),
  listOrders: () => ({}),
  shipOrder: async ({ store, owner }) => ({
    params: { id: await newPaidOrder({ store, owner }) },
    body: { carrier: 'UPS', trackingNumber: '1Z9V41R70355019832' },
  }),
  correctTracking: async ({ store, owner, admin }) => {
    const id = await newPaidOrder({ store, owner })
    await admin.call('PATCH', `/order/shipped/${id}`)
    return { params: { id }, body: { carrier: 'FedEx', trackingNumber: '771904436218' } }
  },
  correctAddress: async (fixture) => ({
    params: { id: await newOrder(fixture) },
    body: { customerAddress: '2 Side Street', customerPhone: '(217) 555-0101' },
  }),
  listOwnPurchases: () => ({}),
  countOwnPurchases: () => ({}),
  listPurchases: () => ({}),
  showPurchase: async (fixture) => ({ params: { id: await newOrder(fixture) } }),
  deletePurchase: async (fixture) => ({ params: { id: await newOrder(fixture) } }),
  cancelPieces: async (fixture) => {
    const id = await newPaidOrder(fixture)
    return { params: { id }, body: { lines: [{ orderId: id, quantity: 1 }], reason: 'Ordered twice' } }
  },
  showReturnable: async (fixture) => ({ params: { id: await newShippedOrder(fixture) } }),
  requestReturn: async (fixture) => {
    const id = await newShippedOrder(fixture)
    return { params: { id }, body: returnOf(id) }
  },
  listReturns: () => ({}),
  showReturn: async (fixture) => ({ params: { id: await newReturn(fixture) } }),
  changeReturn: async (fixture) => ({
    params: { id: await newReturn(fixture) },
    body: { state: 'canceled' },
  }),
  receiveReturn: async (fixture) => {
    const id = await newReturn(fixture)
    const { body } = await fixture.owner.call('GET', `/return/${id}`)
    const line = { orderId: body.lines[0].orderId, received: 1, restocked: 1, writtenOff: 0 }
    return { params: { id }, body: { lines: [line], refund: true } }
  },
  listFitmentFlags: () => ({}),
  changeFitmentFlag: async (fixture) => {
    const returnId = await newReturn(fixture)
    const flag = await fixture.store.db
      .selectFrom('fitment_flags')
      .select('id')
      .where('return_id', '=', returnId)
      .executeTakeFirstOrThrow()
    return { params: { id: flag.id }, body: { state: 'dismissed' } }
  },
  showTakings: () => ({}),
  exportTakings: () => ({}),
  showTaxReport: () => ({}),
  exportTaxReport: () => ({}),
  showRefundable: async (fixture) => ({ params: { id: await newPaidOrder(fixture) } }),
  shipPieces: async (fixture) => ({
    params: { id: await newPaidOrder(fixture) },
    body: { parcels: [{ carrier: 'UPS', trackingNumber: '1Z999AA10123456784' }] },
  }),
  startPacking: async (fixture) => ({ params: { id: await newPaidOrder(fixture) } }),
  refundPurchase: async (fixture) => ({
    params: { id: await newPaidOrder(fixture) },
    body: { goodwill: 0.25, note: 'It came late' },
  }),
  changeRefund: async (fixture) => {
    const orderId = await newPaidOrder(fixture)
    const { body: order } = await fixture.owner.call('GET', `/orders/${orderId}`)
    // Refunded whole in its dashboard, so the provider refuses the store's refund.
    await stripeAt(simulatorOf(fixture.store)).refunds.create({ payment_intent: order.transactionId })
    const decided = await fixture.admin.call('POST', `/purchase/${orderId}/refunds`, {
      goodwill: 0.25,
      note: 'It came late',
    })
    return { params: { id: String(decided.body.refundId) }, body: { settledOtherwise: 'By check' } }
  },
  showOrder: async (fixture) => ({ params: { id: await newOrder(fixture) } }),
  showOrderRecord: async (fixture) => ({ params: { id: await newOrder(fixture) } }),
  addOrderNote: async (fixture) => ({
    params: { id: await newOrder(fixture) },
    body: { text: 'Call first' },
  }),
  sendOrderMailAgain: async (fixture) => ({
    params: { id: await newOrder(fixture) },
    body: { kind: 'order_placed' },
  }),
  showDocument: async ({ store, owner }) => {
    const id = await newPaidOrder({ store, owner })
    const { body } = await owner.call('GET', `/purchase/${id}`)
    return { params: { id: body.documents[0]._id } }
  },
  listCustomers: () => ({}),
  showCustomer: async ({ store, owner }) => ({ params: { id: await accountIdOf(store, owner) } }),
  showOverview: () => ({}),
  listAudit: () => ({}),
  showPayment: async (fixture) => ({ params: { orderId: await newOrder(fixture) } }),
  createPaymentIntent: async (fixture) => ({ body: { orderId: await newOrder(fixture), totalPrice: 25.5 } }),
  confirmPayment: async (fixture) => {
    const id = await newOrder(fixture)
    const intent = await intentFor(fixture.owner, id)
    await payByCard(fixture.store, intent, undefined, 'lose-webhook=always')
    return { params: { id }, body: { orderId: id, transactionId: intent.id } }
  },
  listReviews: () => ({}),
  listManagedReviews: () => ({}),
  hideReview: async ({ owner }) => ({
    params: { id: (await owner.call('POST', '/review', { rating: 1 })).body.insertedId },
    body: { hidden: true },
  }),
  addReview: () => ({ body: { rating: 5, text: 'Fits like it was made for it.' } }),
  listSynonyms: () => ({}),
  addSynonyms: () => ({ body: { phrases: ['heater core', 'heater matrix'] } }),
  editSynonyms: async (fixture) => ({
    params: { id: await newSynonyms(fixture) },
    body: { phrases: ['heater core', 'heater radiator'] },
  }),
  deleteSynonyms: async (fixture) => ({ params: { id: await newSynonyms(fixture) } }),
  listMissedSearches: () => ({}),
  ignoreMissedSearch: async ({ store }) => {
    const words = `flux capacitor ${crypto.randomUUID().slice(0, 4)}`
    await store.db.insertInto('missed_searches').values({ day: '2026-11-22', words, searches: 1 }).execute()
    return { body: { words, ignored: true } }
  },
  listVehicleChoices: () => ({ query: { make: 'Honda', year: '2009' } }),
  findVehicle: () => ({ body: { vehicle: '2009 honda civic' } }),
  listGarage: () => ({}),
  addToGarage: () => ({ body: civic }),
  chooseInGarage: async (fixture) => ({
    params: { id: await newInGarage(fixture) },
    body: { chosen: true },
  }),
  removeFromGarage: async (fixture) => ({ params: { id: await newInGarage(fixture) } }),
  listAddresses: () => ({}),
  addAddress: () => ({ body: address }),
  editAddress: async (fixture) => ({
    params: { id: await newAddress(fixture) },
    body: { ...address, line2: 'Bay 4' },
  }),
  deleteAddress: async (fixture) => ({ params: { id: await newAddress(fixture) } }),
  showDelivery: () => ({}),
  editDelivery: async ({ admin }) => ({ body: (await admin.call('GET', '/delivery')).body }),
  showCart: () => ({}),
  addToCart: async ({ store }) => ({ body: { productId: await stockProduct(store), quantity: 2 } }),
  replaceCart: async ({ store }) => {
    await store.db.deleteFrom('carts').execute()
    const lines = [{ productId: await stockProduct(store), quantity: 1 }]
    return { body: { revision: 0, lines, cars: [civic] } }
  },
  removeFromCart: async (fixture) => ({ params: { productId: await newInCart(fixture) } }),
  mergeCart: async ({ store }) => ({
    body: { lines: [{ productId: await stockProduct(store), quantity: 1 }] },
  }),
  checkOut: async (fixture) => {
    const productId = await newInCart(fixture)
    const { revision } = (await fixture.owner.call('GET', '/cart')).body
    const lines = [{ productId, quantity: 1 }]
    const quote = (await fixture.owner.call('POST', '/cart/quote', { lines, address })).body
    // Everyone has the same cart, so that each of them can make the call.
    await fixture.store.db.deleteFrom('carts').execute()
    await sql`insert into carts (account_id, revision) select id, ${revision} from accounts`.execute(
      fixture.store.db,
    )
    await sql`
      insert into cart_lines (account_id, product_id, quantity, seen_cents)
      select id, ${productId}, 1, 1 from accounts`.execute(fixture.store.db)
    return { body: { revision, expectedTotal: quote.total, address, methodId: quote.methodId } }
  },
  quoteCart: async ({ store }) => ({
    body: { lines: [{ productId: await stockProduct(store), quantity: 1 }], cars: [civic] },
  }),
  decodeVin: () => ({ query: { vin: '1HGCM82633A004352' } }),
  searchCatalogue: () => ({ query: { q: 'brake', sort: 'price', limit: '5' } }),
  findListedParts: () => ({ query: { list: 'BP-100 x2\nnothing' } }),
  suggest: () => ({ query: { q: 'bra', make: 'Honda', year: '2009', model: 'Civic' } }),
  listFitmentChoices: () => ({ query: { make: 'Honda', model: 'Civic', yearFrom: '2006', yearTo: '2011' } }),
  listDeadLetters: () => ({}),
  sendDeadLetterAgain: async ({ store }) => ({ params: { id: await deadLetter(store) } }),
  dismissDeadLetter: async ({ store }) => ({ params: { id: await deadLetter(store) } }),
  sendMessage: () => ({ body: message }),
  listMessages: () => ({}),
  countMessages: () => ({}),
  showMessage: async ({ store }) => ({ params: { id: await newMessage(store) } }),
  markMessage: async ({ store }) => ({ params: { id: await newMessage(store) }, body: { done: true } }),
}

/** The path of a call with its parameters filled in. */
export function addressOf(call: Call, sample: Sample = {}): string {
  const path = call.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(sample.params?.[name] ?? 'x'),
  )
  const query = new URLSearchParams(sample.query)
  return query.size === 0 ? path : `${path}?${query}`
}

/** Makes a call with a sample and a token. */
export async function send(
  store: { url: string },
  name: CallName,
  sample: Sample,
  token?: string,
  headers: Record<string, string> = {},
): Promise<ApiResponse> {
  const call: Call = calls[name]
  const address = addressOf(call, sample)
  if (!sample.form && !call.fileTypes) return caller(store, token)(call.method, address, sample.body, headers)
  const response = await fetch(store.url + address, {
    method: call.method,
    ...(sample.form && { body: sample.form }),
    headers: { ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }), ...headers },
  })
  return readResponse(call, response)
}

/** The response of a call: text if it sends a file, otherwise JSON. */
async function readResponse(call: Call, response: Response): Promise<ApiResponse> {
  const body = call.fileTypes && response.ok ? await response.text() : await response.json()
  return { status: response.status, body, headers: response.headers }
}

/** Credentials that may make this call: an access token, or a cookie where identity must be proved. */
export function rightfulHeaders(fixture: Fixture, call: Call): Record<string, string> {
  if (call.access === 'public') return {}
  if (call.access === 'session') return { cookie: fixture.owner.cookie }
  return { Authorization: `Bearer ${call.access === 'admin' ? fixture.admin.token : fixture.owner.token}` }
}

/** The response schema of a call, strict at every depth. */
export function strictResponse(call: Call): z.ZodType {
  return strict(call.response)
}

function strict(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodArray) return z.array(strict(schema.element as z.ZodType))
  if (schema instanceof z.ZodOptional) return strict(schema.unwrap() as z.ZodType).optional()
  if (!(schema instanceof z.ZodObject)) return schema
  return z.strictObject(
    Object.fromEntries(
      Object.entries(schema.shape as Record<string, z.ZodType>).map(([name, field]) => [name, strict(field)]),
    ),
  )
}

/** Sends raw bytes with sufficient credentials. */
export async function sendRaw(
  fixture: Fixture,
  call: Call,
  address: string,
  body: string | Uint8Array<ArrayBuffer> | undefined,
  headers: Record<string, string> = {},
): Promise<ApiResponse> {
  const response = await fetch(fixture.store.url + address, {
    method: call.method,
    headers: { 'Content-Type': 'application/json', ...rightfulHeaders(fixture, call), ...headers },
    ...(body === undefined ? {} : { body }),
  })
  return readResponse(call, response)
}

/** The names of the fields that a schema accepts. */
export const keysOf = (schema: z.ZodType) => Object.keys(schema instanceof z.ZodObject ? schema.shape : {})

/** Write calls with a JSON body. */
export const writingCalls = allCalls.filter(([, call]) => call.method !== 'GET' && !call.form)
