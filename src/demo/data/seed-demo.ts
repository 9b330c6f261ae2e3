import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { Database } from '#db/connection.ts'
import { type AssertHeld, underLease } from '#db/lease.ts'
import { allowIdleTransaction } from '#db/session-settings.ts'
import { addressColumns } from '#domain/addresses/lock-addresses.server.ts'
import { lockCart, writeLines } from '#domain/cart/stored-cart.server.ts'
import { writeDelivery } from '#domain/delivery/write-delivery.server.ts'
import { insertProduct } from '#domain/products/add-product.server.ts'
import { PIECE } from '#domain/products/unit.ts'
import { dollarsFromCents } from '#domain/shared/money.ts'
import type { Shop } from '#domain/shop.ts'
import { regionColumns } from '#domain/tax/add-tax-region.server.ts'
import type { EncodedFiles } from '#integrations/images/stored-files.ts'
import { createIdentities } from './create-identities.ts'
import { demoCarts } from './demo-carts.ts'
import { demoDelivery } from './demo-delivery.ts'
import { toFitment } from './demo-fitment.ts'
import { demoOrders } from './demo-orders.ts'
import { demoProducts } from './demo-products.ts'
import { demoPurchases } from './demo-purchases.ts'
import { demoReviews } from './demo-reviews.ts'
import { demoSaleFacts } from './demo-sale-facts.ts'
import {
  demoConditions,
  demoFields,
  demoGtin,
  demoOldNumbers,
  demoSpecifications,
} from './demo-specifications.ts'
import { demoTaxRegions } from './demo-tax-regions.ts'
import { demoAdmin, demoPassword, demoUsers } from './demo-users.ts'
import { type PaidIntent, payDemoOrder } from './pay-demo-order.ts'
import { readDemoPictures } from './read-demo-pictures.ts'
import { insertDemoOrder, issueDemoInvoices } from './seed-orders.ts'
import { subjectOf } from './subject-of.ts'

/** How often a store checks whether another one has finished seeding, in ms. */
const LEASE_POLL_MS = 200
/** How long the lock of a killed process lasts, in ms. */
const LEASE_MS = 10_000

/** The parts of an open store that seeding uses. */
type SeededStore = {
  shop: Shop
  addEncodedPicture: (url: string, from: EncodedFiles) => Promise<unknown>
}

/**
 * Fills an empty store with demo data: parts with pictures, people with carts, delivery, tax, orders of one
 * part and of several in every state with their invoices, reviews. Does
 * nothing in a store that has accounts. Of several stores that start on one database, one does it and the
 * others wait. The rows enter in one transaction, so the start after a killed one seeds again. The store must
 * listen already: paid orders are paid at its own card simulator over HTTP.
 * @param deps.ownSimulator with another card provider there are no paid demo orders: no real account gets
 * charges that no customer made.
 */
export async function seedDemo(
  store: SeededStore,
  deps: { ownUrl: () => string; ownSimulator: boolean; say: (line: string) => void },
): Promise<void> {
  const { db } = store.shop
  const fillIfEmpty = async (assertHeld: AssertHeld) => {
    if (await isEmpty(db)) await fill(store, deps, assertHeld)
  }
  while (await isEmpty(db)) {
    await underLease(db, 'seed', fillIfEmpty, LEASE_MS)
    if (await isEmpty(db)) await delay(LEASE_POLL_MS)
  }
}

async function fill(
  store: SeededStore,
  deps: Parameters<typeof seedDemo>[1],
  assertHeld: AssertHeld,
): Promise<void> {
  const { shop } = store
  deps.say('Filling the store with demo data …')
  const { urls: pictures, files } = await readDemoPictures()
  for (const url of Object.values(pictures)) await store.addEncodedPicture(url, files)
  const subjects = await createIdentities(
    shop.db,
    demoUsers.map(({ email, name }) => ({ email, name, password: demoPassword, emailVerified: true })),
  )
  const orders = demoOrders
    .filter((order) => order.paidDaysAgo === undefined || deps.ownSimulator)
    // Oldest first: so they are numbered.
    .toReversed()
    .map((order) => ({ id: randomUUID(), paymentId: randomUUID(), order }))
  const paid = new Map<string, PaidIntent>()
  for (const { id, paymentId, order } of orders) {
    if (order.paidDaysAgo !== undefined)
      paid.set(id, await payDemoOrder(shop, deps.ownUrl(), { id, paymentId, order }))
  }
  const content = await shop.content()
  assertHeld()
  await shop.db.transaction().execute(async (trx) => {
    await allowIdleTransaction(trx)
    await insertPeople(trx, subjects)
    const products = await insertProducts(trx, pictures)
    await insertTaxRegions(trx, subjects)
    await writeDelivery(trx, demoDelivery, null)
    const { vehicles } = shop
    for (const order of orders)
      await insertDemoOrder(trx, { ...order, products, subjects, vehicles, intent: paid.get(order.id) })
    await issueDemoInvoices(trx, content, orders)
    await insertAddresses(trx, subjects)
    await insertCarts(trx, subjects, products)
    await insertReviews(trx, subjects)
  })
  shop.publishChange('products')
  shop.publishChange('reviews')
}

/** True when the store has neither accounts nor products. */
export async function isEmpty(db: Database): Promise<boolean> {
  const account = await db.selectFrom('accounts').select('id').limit(1).executeTakeFirst()
  const product = await db.selectFrom('products').select('id').limit(1).executeTakeFirst()
  return !account && !product
}

async function insertPeople(trx: Database, subjects: Map<string, string>): Promise<void> {
  for (const { email, name, role, profile } of demoUsers) {
    await trx
      .insertInto('accounts')
      .values({
        id: subjectOf(subjects, email),
        email,
        name,
        role,
        email_verified: true,
        education: profile?.education ?? null,
        address: profile?.address ?? null,
        phone: profile?.phone ?? null,
        linkedin: profile?.linkedIn ?? null,
      })
      .execute()
  }
}

/** @returns the id of each part number. */
async function insertProducts(trx: Database, pictures: Record<string, string>): Promise<Map<string, string>> {
  const ids = new Map<string, string>()
  const fieldIds = await insertFields(trx)
  const firstAddedAt = Date.now() - demoProducts.length * 3_600_000
  for (const [index, product] of demoProducts.entries()) {
    const ordered = demoOrders
      .filter(({ deletedDaysAgo }) => deletedDaysAgo === undefined)
      .flatMap(({ lines }) => lines.filter((line) => line.partNumber === product.partNumber))
    const picture = pictures[product.picture]
    if (!picture) throw new Error(`The demo picture ${product.picture} is missing`)
    const price = dollarsFromCents(product.priceCents)
    // The current stock plus the units of the demo orders.
    const received = product.available + ordered.reduce((sum, o) => sum + o.quantity, 0)
    const { partNumber, name, about, brand, category, minOrder, unit = PIECE } = product
    const fits = product.fitments.map(toFitment)
    const input = {
      picture,
      name,
      about,
      brand,
      category,
      partNumber,
      price,
      available: received,
      minOrder,
      unit,
      fits,
      condition: demoConditions.get(partNumber),
      gtin: demoGtin(partNumber),
      oldNumbers: demoOldNumbers.get(partNumber),
      ...demoSaleFacts(partNumber),
      specifications: Object.entries(demoSpecifications.get(partNumber) ?? {}).map(([of, value]) => ({
        field: fieldIds.get(`${category} ${of}`) ?? '',
        value,
      })),
    }
    const id = await insertProduct(trx, null, input, new Date(firstAddedAt + index * 3_600_000))
    ids.set(partNumber, id)
  }
  return ids
}

/** @returns the id of each field by category and name. */
async function insertFields(trx: Database): Promise<Map<string, string>> {
  const fields = Object.entries(demoFields).flatMap(([category, list]) =>
    list.map(([name, unit, type], position) => ({ category, name, unit, type, position })),
  )
  const rows = await trx
    .insertInto('specification_fields')
    .values(fields)
    .returning(['id', 'category', 'name'])
    .execute()
  return new Map(rows.map(({ id, category, name }) => [`${category} ${name}`, String(id)]))
}

async function insertTaxRegions(trx: Database, subjects: Map<string, string>): Promise<void> {
  const entered_by = subjectOf(subjects, demoAdmin.email)
  for (const region of demoTaxRegions)
    await trx
      .insertInto('tax_regions')
      .values({ id: region.id, ...regionColumns(region), entered_by })
      .execute()
}

/** Saves the addresses of the demo purchases, each once; the customer's latest is the default. */
async function insertAddresses(trx: Database, subjects: Map<string, string>): Promise<void> {
  for (const [customer, purchases] of Map.groupBy(demoPurchases, (purchase) => purchase.customer)) {
    const addresses = new Set(purchases.flatMap(({ checkout }) => checkout?.address ?? []))
    await trx
      .insertInto('addresses')
      .values(
        [...addresses].map((address, at) => ({
          ...addressColumns(address),
          account_id: subjectOf(subjects, customer),
          place: at + 1,
          is_default: at === 0,
        })),
      )
      .execute()
  }
}

/** Fills the demo carts, and the garages with their cars: the page of a cart takes them from there. */
async function insertCarts(
  trx: Database,
  subjects: Map<string, string>,
  products: Map<string, string>,
): Promise<void> {
  for (const { customer, cars, lines } of demoCarts) {
    const accountId = subjectOf(subjects, customer)
    const given = lines.map(({ partNumber, ...line }) => ({
      ...line,
      productId: products.get(partNumber) ?? '',
    }))
    await trx
      .insertInto('garage_vehicles')
      .values(
        cars.map(({ engine = null, ...car }, at) => ({
          ...car,
          engine,
          account_id: accountId,
          place: at + 1,
        })),
      )
      .execute()
    await lockCart(trx, accountId)
    await writeLines(trx, accountId, given, cars)
    for (const { productId, seenCents } of given)
      if (seenCents !== undefined)
        await trx
          .updateTable('cart_lines')
          .set({ seen_cents: seenCents })
          .where('account_id', '=', accountId)
          .where('product_id', '=', productId)
          .execute()
  }
}

async function insertReviews(trx: Database, subjects: Map<string, string>): Promise<void> {
  for (const { customer, text, rating, writtenDaysAgo } of demoReviews) {
    await trx
      .insertInto('reviews')
      .values({
        account_id: subjectOf(subjects, customer),
        name: demoUsers.find((person) => person.email === customer)?.name ?? customer,
        text,
        rating,
        created_at: new Date(Date.now() - writtenDaysAgo * 86_400_000),
      })
      .execute()
  }
}
