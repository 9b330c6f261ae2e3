import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sendOrderMails } from '../support/jobs.ts'
import { mailServer, type MailServer } from '../support/mail-server.ts'
import { mailsTo } from '../support/mails.ts'
import { order, orderPaid, stockProduct } from '../support/orders.ts'
import { type RunningStore, runStore, START_LIMIT_MS } from '../support/running-store.ts'
import { openStorePair, type StorePair } from '../support/store-pair.ts'
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts'
import { caller, demoCustomer, signIn, signInAs } from '../support/users.ts'

test('two stores that send emails simultaneously, while orders are placed and paid, send each once', async () => {
  const stores: StorePair = await openStorePair({ SWEEP_SECONDS: '1' })
  try {
    const productId = await stockProduct(stores.first, { available: 10_000 })
    const customers = await Promise.all([1, 2, 3, 4].map(() => signIn(stores.first)))
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
    await sendOrderMails(stores.first)
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

/** What all stores on the database share. */
const settings = () => ({
  DATABASE_URL: database.url,
  SMTP_URL: mails.url,
  SWEEP_SECONDS: '1',
  AUTH_SECRET: 'of-all-stores-0123456789-0123456789-abc',
  SIMULATOR_SECRET_KEY: 'sk_test_of_a_store_on_loopback',
})

/** Orders at a store; its number, unless the store failed. */
async function orderAt(store: RunningStore, token: string): Promise<string | undefined> {
  const call = caller(store, token)
  const [product] = (await call('GET', '/products?limit=1')).body
  const { status, body } = await call('POST', '/order', {
    productId: product._id,
    orderQty: product.minOrder,
    customerPhone: '(217) 555-0100',
    customerAddress: '1 Main Street',
  })
  return status === 201 ? body.number : undefined
}

/** The orders that emails have arrived for, one for each email. */
const emailed = () => mails.mails.map(({ headers }) => /DL-\d+/.exec(headers.get('subject') ?? '')?.[0])

/** The jobs of emails that have not ended. */
const waiting = async () =>
  (
    await sql`select from mail_queue.job where name in ('mails', 'order-mails') and state <> 'completed'`.execute(
      database.db,
    )
  ).rows.length

test(
  'a store that is killed after an order is stored, and before its email is sent, sends it later, once',
  async () => {
    // It looks for jobs once in ten minutes.
    const first = await runStore({ ...settings(), SWEEP_SECONDS: '3600' })
    const { token } = await signInAs(first, demoCustomer)
    const number = await orderAt(first, token)
    expect(await waiting()).toBe(1)
    process.kill(first.pid, 'SIGKILL')
    await first.exited
    expect(emailed()).not.toContain(number)
    const second = await runStore(settings())
    await expect.poll(waiting, { timeout: 60_000 }).toBe(0)
    expect(emailed().filter((one) => one === number)).toHaveLength(1)
    await second.stop()
  },
  START_LIMIT_MS * 2,
)

test(
  'a store whose database is restarted goes on sending emails',
  async () => {
    const store = await runStore(settings())
    const { token } = await signInAs(store, demoCustomer)
    await database.pool.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    )
    const numbers: (string | undefined)[] = []
    await expect
      .poll(async () => numbers.push(await orderAt(store, token)) && numbers.at(-1), { timeout: 60_000 })
      .toBeDefined()
    await expect.poll(() => emailed(), { timeout: 60_000 }).toContain(numbers.at(-1))
    await store.stop()
  },
  START_LIMIT_MS,
)

test(
  'stores that are killed while they queue and deliver emails lose none and send none twice',
  async () => {
    const before = mails.mails.length
    const first = await runStore(settings())
    const { token } = await signInAs(first, demoCustomer)
    const numbers: string[] = []
    const deliveryHangs = () =>
      new Promise<void>((resolve) => {
        mails.beforeAcknowledging = () => {
          resolve()
          return new Promise(() => undefined)
        }
      })
    let store = first
    for (let round = 0; round < 4; round += 1) {
      for (let n = 0; n < 5; n += 1) {
        const number = await orderAt(store, token)
        if (number !== undefined) numbers.push(number)
      }
      // While emails are queued, or while one is being delivered: its process never learns that it was
      // accepted.
      if (round % 2 === 1) await deliveryHangs()
      process.kill(store.pid, 'SIGKILL')
      await store.exited
      mails.beforeAcknowledging = () => Promise.resolve()
      store = await runStore(settings())
    }
    const sent = () => mails.mails.slice(before)
    await expect.poll(() => new Set(emailed().slice(before)).size, { timeout: 150_000 }).toBe(numbers.length)
    // Even those that were accepted when their process was killed are delivered once more, and then
    // completed.
    await expect.poll(waiting, { timeout: 150_000 }).toBe(0)
    expect(new Set(emailed().slice(before))).toEqual(new Set(numbers))
    expect(sent().length, 'deliveries repeated').toBeGreaterThan(numbers.length)
    // SMTP can deliver again what was not acknowledged: then with the same Message-ID, by which the receiver
    // discards it.
    expect(new Set(sent().map(({ headers }) => headers.get('message-id'))).size).toBe(numbers.length)
    await store.stop()
  },
  START_LIMIT_MS * 2,
)
