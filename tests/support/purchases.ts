import { randomUUID } from 'node:crypto'
import type { Database } from '#db/connection.ts'
import { insertPurchase } from '#domain/orders/insert-purchase.server.ts'
import type { Shop } from '#domain/shop.ts'
import type { User } from './users.ts'

type Wanted = {
  productId: string
  quantity?: number
  coreUnitCents?: number
  taxCents?: number
  /** The part of taxCents that is of the deposit. */
  coreTaxCents?: number
  taxRegionId?: string
  /** In percent × 10,000; default: 6.25 % if there is tax. */
  taxRatePpm?: number
}
type PlacingShop = {
  rules: Pick<Shop['rules'], 'orderHoldMinutes' | 'unverifiedHoldMinutes' | 'orderPrefix'>
  jobs: Pick<Shop['jobs'], 'add'>
}

let revision = 1_000_000_000
const nextRevision = () => (revision += 1)

/** Delivery of $9.99 is added to the parts. */
const DELIVERY = { daysMin: 3, daysMax: 5, methodId: randomUUID(), name: 'Ground', cents: 999, taxCents: 0 }

/**
 * Places a purchase of several parts for this user, as a checkout does once it is allowed. Total in dollars.
 * @param tax its contained or added tax; default: added, none for the delivery. `street`: where it goes to.
 */
export async function purchase(
  store: { db: Database; shop: PlacingShop },
  person: Pick<User, 'email'>,
  wanted: readonly Wanted[],
  tax: { contained?: boolean; deliveryCents?: number; street?: string } = {},
): Promise<{ id: string; orderIds: string[]; number: string; total: number }> {
  const { db, shop } = store
  const account = await db
    .selectFrom('accounts')
    .select(['id', 'name', 'email', 'email_verified as verified'])
    .where('email', '=', person.email)
    .executeTakeFirstOrThrow()
  const products = await db
    .selectFrom('products')
    .select(['id', 'picture', 'name', 'price_cents', 'unit'])
    .where(
      'id',
      'in',
      wanted.map(({ productId }) => productId),
    )
    .execute()
  const lines = wanted.map(
    ({ productId, quantity = 1, coreUnitCents = 0, taxCents = 0, coreTaxCents = 0, ...tax }) => {
      const product = products.find(({ id }) => id === productId)
      if (!product) throw new Error('There is no such part')
      const { picture, name, price_cents: unitCents, unit } = product
      return {
        orderId: randomUUID(),
        productId,
        picture,
        name,
        unitCents,
        quantity,
        unit,
        coreUnitCents,
        taxCents,
        coreTaxCents,
        taxRatePpm: taxCents > 0 ? (tax.taxRatePpm ?? 62_500) : null,
        taxRegionId: tax.taxRegionId ?? null,
        fit: null,
      }
    },
  )
  const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + amount, 0)
  const partsCents = sum(lines.map(({ unitCents, quantity }) => unitCents * quantity))
  const coreCents = sum(lines.map(({ coreUnitCents, quantity }) => coreUnitCents * quantity))
  const { street = '1 Main Street' } = tax
  const delivery = { ...DELIVERY, taxCents: tax.deliveryCents ?? 0 }
  const taxContained = tax.contained ?? false
  const taxCents = sum(lines.map((line) => line.taxCents)) + delivery.taxCents
  const totalCents = partsCents + coreCents + DELIVERY.cents + (taxContained ? 0 : taxCents)
  const number = await db.transaction().execute((trx) =>
    insertPurchase(trx, shop, {
      customer: account,
      cartRevision: nextRevision(),
      coreDays: coreCents > 0 ? 180 : null,
      phone: '(217) 555-0100',
      address: `${street}\nPeoria, IL 61602`,
      shipTo: {
        name: account.name,
        line1: street,
        city: 'Peoria',
        region: 'IL',
        postalCode: '61602',
        country: 'US',
      },
      delivery,
      partsCents,
      coreCents,
      taxCents,
      taxContained,
      totalCents,
      lines,
      audit: { after: { totalCents, parts: lines.length } },
    }),
  )
  const orderIds = lines.map(({ orderId }) => orderId)
  return { id: orderIds[0] ?? '', orderIds, number, total: totalCents / 100 }
}
