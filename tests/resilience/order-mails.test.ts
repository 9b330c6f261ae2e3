import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { queueOrderMails } from '#domain/mails/queue-order-mails.server.ts'
import { mailServer, type MailServer } from '../support/mail-server.ts'
import { mailsTo } from '../support/mails.ts'
import { order, orderPaid, stockProduct } from '../support/orders.ts'
import { type RunningStore, runStore, START_LIMIT_MS } from '../support/running-store.ts'
import { openStorePair, type StorePair } from '../support/store-pair.ts'
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts'
import { caller, demoCustomer, signIn, signInAs } from '../support/users.ts'

test('two stores that queue emails simultaneously, while orders are placed and paid, send each once', async () => {
  const stores: StorePair = await openStorePair()
  try {
    const productId = await stockProduct(stores.first, { available: 10_000 })
    const customers = await Promise.all([1, 2, 3, 4].map(() => signIn(stores.first)))
    let open = true
    const queueing = [0, 1, 2, 3].map(async (i) => {
      while (open) await queueOrderMails(stores.of(i).shop)
    })
    const paid = await Promise.all(
      customers.map(async (customer) => {
        const ids: string[] = []
        for (let n = 0; n < 8; n += 1) {
          ids.push(await orderPaid(stores.first, customer, productId))
          await order(customer, productId)
        }
        return ids
      }),
    )
    open = false
    await Promise.all(queueing)
    for (let n = 0; n < 3; n += 1) await queueOrderMails(stores.of(n).shop)
    for (const [i, { email }] of customers.entries()) {
      const subjects = (await mailsTo(stores.first, email)).map(({ subject }) => subject)
      expect(new Set(subjects).size, 'none twice').toBe(subjects.length)
      expect(subjects.filter((subject) => subject.includes('receipt'))).toHaveLength(paid[i]?.length ?? 0)
    }
  } finally {
    await stores.close()
  }
})

let database: TestDatabase
let mails: MailServer
beforeAll(async () => {
  database = await createTestDatabase()
  mails = await mailServer()
})
afterAll(async () => {
  await mails.down()
  await database.drop()
})

test(
  'stores that are killed while they queue and deliver emails lose none and send none twice',
  async () => {
    const settings = {
      DATABASE_URL: database.url,
      SMTP_URL: mails.url,
      SWEEP_SECONDS: '1',
      AUTH_SECRET: 'of-all-stores-0123456789-0123456789-abc',
      SIMULATOR_SECRET_KEY: 'sk_test_of_a_store_on_loopback',
    }
    const first = await runStore(settings)
    const { token } = await signInAs(first, demoCustomer)
    const numbers: string[] = []
    const orderAt = async (store: RunningStore) => {
      const call = caller(store, token)
      const [product] = (await call('GET', '/products?limit=1')).body
      const { status, body } = await call('POST', '/order', {
        productId: product._id,
        orderQty: product.minOrder,
        customerPhone: '(217) 555-0100',
        customerAddress: '1 Main Street',
      })
      if (status === 201) numbers.push(body.number)
    }
    const deliveryHangs = () =>
      new Promise<void>((resolve) => {
        mails.beforeAcknowledging = () => {
          resolve()
          return new Promise(() => undefined)
        }
      })
    let store = first
    for (let round = 0; round < 4; round += 1) {
      for (let n = 0; n < 5; n += 1) await orderAt(store)
      // While emails are queued, or while one is being delivered: its process never learns that it was
      // accepted.
      if (round % 2 === 1) await deliveryHangs()
      process.kill(store.pid, 'SIGKILL')
      await store.exited
      mails.beforeAcknowledging = () => Promise.resolve()
      store = await runStore(settings)
    }
    const idsOf = () => mails.mails.map(({ headers }) => headers.get('message-id'))
    const numbersOf = () =>
      new Set(mails.mails.map(({ headers }) => /DL-\d+/.exec(headers.get('subject') ?? '')?.[0]))
    const waiting = async () =>
      (
        await sql`select from mail_queue.job where name = 'mails' and state <> 'completed'`.execute(
          database.db,
        )
      ).rows
    await expect.poll(() => numbersOf().size, { timeout: 150_000 }).toBe(numbers.length)
    // Even those that were accepted when their process was killed are delivered once more, and then
    // completed.
    await expect.poll(waiting, { timeout: 150_000 }).toHaveLength(0)
    expect(numbersOf()).toEqual(new Set(numbers))
    expect(mails.mails.length, 'deliveries repeated').toBeGreaterThan(numbers.length)
    // SMTP can deliver again what was not acknowledged: then with the same Message-ID, by which the receiver
    // discards it.
    expect(new Set(idsOf()).size).toBe(numbers.length)
    const queued = await database.db.selectFrom('order_mails').select('order_id').execute()
    expect(queued).toHaveLength(numbers.length)
    await store.stop()
  },
  START_LIMIT_MS * 2,
)
