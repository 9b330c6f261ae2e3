import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { stockProduct } from '../support/orders.ts'
import { race } from '../support/race.ts'
import { expectEveryRule, openStorePair, type StorePair, countOutcomes } from '../support/store-pair.ts'
import { signIn } from '../support/users.ts'

const MAX_UNPAID = 5

let stores: StorePair

beforeAll(async () => {
  stores = await openStorePair({ LIMIT_UNPAID_ORDERS: String(MAX_UNPAID) })
})
afterAll(() => stores.close())

/**
 * Less than a millisecond lies between counting a customer's orders and storing the next one; on a slow disk
 * it is as long as here.
 */
async function slowDown(): Promise<void> {
  await sql`create function slow_disk() returns trigger language plpgsql as $$ begin
    perform pg_sleep(0.02); return new; end $$`.execute(stores.first.db)
  await sql`create trigger slow_disk before insert on orders for each row execute function slow_disk()`.execute(
    stores.first.db,
  )
}

test('forty concurrent orders of one customer, for many products at two stores, end exactly at the limit of unpaid orders', async () => {
  await slowDown()
  await race(4, async ({ number, together }) => {
    const customer = await signIn(stores.first)
    // Orders of one part wait for each other anyway.
    const products = await Promise.all(Array.from({ length: 8 }, () => stockProduct(stores.first)))
    const burst = (size: number) =>
      together(
        Array.from(
          { length: size },
          (_, i) => () =>
            stores.by(customer, number + i)('POST', '/order', {
              productId: products[i % products.length],
              orderQty: 1,
              customerPhone: '(217) 555-0100',
              customerAddress: '1 Main Street',
            }),
        ),
      )
    const responses = await burst(40)
    expect(countOutcomes(responses)).toEqual({
      '201': MAX_UNPAID,
      '429 too_many_unpaid_orders': 40 - MAX_UNPAID,
    })

    const placed = responses.find(({ status }) => status === 201)
    const deleted = await stores.by(customer, number)('DELETE', `/order/${placed?.body.insertedId}`)
    expect(deleted.status).toBe(200)
    expect(countOutcomes(await burst(10))).toEqual({ '201': 1, '429 too_many_unpaid_orders': 9 })
  })
  await expectEveryRule(stores.first)
})
