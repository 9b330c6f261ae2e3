import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { order, stockProduct } from '../../tests/support/orders.ts'
import { openTestStore } from '../../tests/support/test-store.ts'
import { signIn } from '../../tests/support/users.ts'

test('prepared statements keep working when a newer store has added columns to the tables', async () => {
  // Of its four connections two are for changes.
  const store = await openTestStore({ DATABASE_POOL: '4' })
  const customer = await signIn(store)
  const productId = await stockProduct(store)
  const form = { orderQty: 1, customerPhone: '(217) 555-0100', customerAddress: '1 Main Street' }
  const useAll = async () => {
    const id = await order(customer, productId)
    const missing = await customer.call('POST', '/order', { productId: randomUUID(), ...form })
    const deleted = await customer.call('DELETE', `/order/${id}`)
    expect([missing.status, deleted.status]).toEqual([404, 200])
  }
  const { db } = store.shop
  const namesOf = async (connection: typeof db) => {
    const names = sql<{ name: string }>`select name from pg_prepared_statements`
    return (await names.execute(connection)).rows.map(({ name }) => name)
  }
  const prepared = () =>
    db.connection().execute((first) =>
      db.connection().execute(async (second) => {
        return [...new Set([...(await namesOf(first)), ...(await namesOf(second))])].toSorted()
      }),
    )

  await useAll()
  expect(await prepared()).toEqual(['find-live-token', 'insert-purchase', 'lock-order-facts'])
  for (const table of ['accounts', 'access_tokens', 'products', 'purchases', 'orders', 'sales_settings'])
    await sql`alter table ${sql.table(table)} add column of_a_newer_store integer`.execute(store.db)
  await useAll()
  await store.close()
})
