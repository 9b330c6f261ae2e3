// Long because every rule of src/db/invariants.ts has its planted breach here.

import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, afterEach, describe, expect, test } from 'vitest'
import { readConfig } from '#config/env.ts'
import { INVARIANTS, SIMULATOR_INVARIANTS } from '#db/invariants.ts'
import { seedDemo } from '#demo/data/seed-demo.ts'
import { recordRefunds } from '#domain/payments/record-refunds.server.ts'
import { createImageRecords } from '#domain/products/image-records.server.ts'
import { type EncodedFiles, storedFiles } from '#integrations/images/stored-files.ts'
import { createStoredImages } from '#integrations/images/stored-images.ts'
import { simulatorOf } from '../../tests/support/card-payments.ts'
import { sendOrderMails } from '../../tests/support/jobs.ts'
import { charge, newKey, order, orderPaid } from '../../tests/support/orders.ts'
import { purchase } from '../../tests/support/purchases.ts'
import { secretKey, stripeAt } from '../../tests/support/running-simulator.ts'
import { openTestStore, type TestStore } from '../../tests/support/test-store.ts'
import { signIn } from '../../tests/support/users.ts'
import { checkPictureFiles } from './check-picture-files.ts'
import { makeAdmin } from './make-admin.ts'
import { checkRules, describeFinding, verifyStore } from './verify.ts'

let store: TestStore
let client: pg.Client
const dir = mkdtempSync(path.join(tmpdir(), 'driveline-verify-'))

/** A seeded store in which everything that can happen has happened, through its calls. */
beforeAll(async () => {
  store = await openTestStore()
  const images = createStoredImages({
    files: storedFiles(path.join(dir, 'images')),
    records: createImageRecords(store.db),
    place: 'disk',
  })
  const seeded = {
    shop: store.shop,
    addEncodedPicture: (url: string, from: EncodedFiles) => images.addEncodedPicture(url, from),
  }
  await seedDemo(seeded, { ownUrl: () => store.url, ownSimulator: true, say: () => undefined })
  const customer = await signIn(store)
  const admin = await signIn(store)
  await makeAdmin(store.db, admin.email)
  const done = async (response: Promise<{ status: number; body: any }>) => {
    const { status, body } = await response
    expect(status, JSON.stringify(body)).toBeLessThan(300)
    return body
  }
  const [product, another] = await done(customer.call('GET', '/products'))
  const piece = {
    productId: product._id,
    orderQty: product.minOrder,
    customerPhone: '555-0100',
    customerAddress: '1 Main Street',
  }
  await done(customer.call('POST', '/order', piece, newKey()))
  const deleted = await order(customer, product._id, product.minOrder)
  await done(customer.call('DELETE', `/order/${deleted}`))
  await orderPaid(store, customer, product._id, product.minOrder)
  const refunded = await order(customer, product._id, product.minOrder)
  const paid = await charge(store, customer, refunded)
  await done(
    customer.call('PATCH', `/order/${refunded}`, { orderId: refunded, transactionId: paid.transactionId }),
  )
  await stripeAt(simulatorOf(store)).refunds.create({ payment_intent: paid.transactionId, amount: 100 })
  await recordRefunds(store.shop, paid.transactionId)
  const shipped = await order(customer, product._id, product.minOrder)
  await charge(store, customer, shipped, '4000000000000002')
  const { transactionId } = await charge(store, customer, shipped)
  await done(customer.call('PATCH', `/order/${shipped}`, { orderId: shipped, transactionId }))
  await done(customer.call('PATCH', `/order/address/${shipped}`, { customerAddress: '2 Side Street' }))
  await done(admin.call('PATCH', `/order/shipped/${shipped}`))
  const { revision } = await done(
    customer.call('PUT', '/cart', {
      revision: 0,
      lines: [product, another].map(({ _id, minOrder }) => ({ productId: _id, quantity: minOrder })),
    }),
  )
  const address = {
    name: 'Casey Morgan',
    line1: '12 Elm Street',
    city: 'Peoria',
    region: 'IL',
    postalCode: '61602',
    country: 'US',
    phone: '(217) 555-0100',
  }
  const { total: expectedTotal, methodId } = await done(customer.call('POST', '/cart/quote', { address }))
  const { purchaseId } = await done(
    customer.call('POST', '/checkout', { revision, expectedTotal, methodId, address }, newKey()),
  )
  await done(customer.call('DELETE', `/purchase/${purchaseId}`))
  await done(admin.call('POST', '/search/synonyms', { phrases: ['rotor', 'brake disc'] }, newKey()))
  const both = await purchase(store, customer, [
    { productId: product._id, quantity: product.minOrder, coreUnitCents: 500, taxCents: 100 },
    { productId: another._id, quantity: another.minOrder },
  ])
  const whole = await charge(store, customer, both.id)
  await done(
    customer.call('PATCH', `/order/${both.id}`, { orderId: both.id, transactionId: whole.transactionId }),
  )
  const cut = await purchase(store, customer, [
    { productId: product._id, quantity: product.minOrder + 1, coreUnitCents: 500, taxCents: 100 },
  ])
  const third = await charge(store, customer, cut.id)
  await done(
    customer.call('PATCH', `/order/${cut.id}`, { orderId: cut.id, transactionId: third.transactionId }),
  )
  const oneLess = { lines: [{ orderId: cut.id, quantity: 1 }] }
  await done(customer.call('POST', `/purchase/${cut.id}/cancellations`, oneLess, newKey()))
  const kept = await purchase(store, customer, [
    { productId: product._id, quantity: product.minOrder + 1, coreUnitCents: 500 },
  ])
  const fourth = await charge(store, customer, kept.id)
  await done(
    customer.call('PATCH', `/order/${kept.id}`, { orderId: kept.id, transactionId: fourth.transactionId }),
  )
  await done(admin.call('PATCH', `/order/shipped/${kept.id}`))
  const back = { orderId: kept.id, quantity: 1 }
  const part = {
    lines: [
      { ...back, reason: 'damaged' },
      { ...back, core: true },
    ],
  }
  const { returnId } = await done(customer.call('POST', `/purchase/${kept.id}/returns`, part))
  const arrived = { orderId: kept.id, received: 1 }
  const receipt = {
    lines: [
      { ...arrived, restocked: 1, writtenOff: 0 },
      { ...arrived, core: true, restocked: 0, writtenOff: 1 },
    ],
    refund: true,
  }
  await done(admin.call('POST', `/return/${returnId}/receipt`, receipt))
  await done(admin.call('PATCH', `/product/${product._id}/stock`, { quantity: 5 }))
  const { price } = product
  for (const [was, next] of [
    [price, price + 1],
    [price + 1, price + 2],
    [price + 2, price],
  ])
    await done(admin.call('PATCH', `/product/${product._id}/price`, { was, price: next }))
  const review = await done(customer.call('POST', '/review', { name: 'x', text: 'Fits.', rating: 5 }))
  for (const hidden of [true, false, true])
    await done(admin.call('PATCH', `/review/${review.insertedId}`, { hidden }))
  await sendOrderMails(store)
  client = new pg.Client({ connectionString: store.databaseUrl })
  await client.connect()
})
afterAll(async () => {
  await client.end()
  await store.close()
  rmSync(dir, { recursive: true })
})

test('a store in which people have bought, paid, deleted, shipped and restocked satisfies every rule', async () => {
  const findings = await verifyStore(readConfig({}), store.databaseUrl)
  expect(findings.filter(({ breaches }) => breaches.length > 0)).toEqual([])
  expect(findings).toHaveLength(INVARIANTS.length + SIMULATOR_INVARIANTS.length)
  for (const { sentence, checked } of findings) expect(checked, sentence).not.toMatch(/^0 /)
})

test('pictures whose files are gone from the disk are found', async () => {
  expect(await checkPictureFiles(client, dir)).toMatchObject({
    checked: expect.stringMatching(/^[1-9]\d* images$/),
    breaches: [],
  })
  const empty = path.join(dir, 'another')
  const { checked, breaches } = await checkPictureFiles(client, empty)
  expect(`${breaches.length} images`).toBe(checked)
  expect(breaches[0]).toContain(`files are missing in ${path.join(empty, 'images')}`)
})

test('every finding is one line that a person can read', async () => {
  const good = {
    name: 'I7',
    sentence: 'no part has fewer than zero units',
    checked: '44 products',
    breaches: [],
  }
  expect(describeFinding(good)).toBe('✓ I7     no part has fewer than zero units (44 products)')
  const bad = describeFinding({ ...good, breaches: Array.from({ length: 7 }, (_, i) => `part ${i}`) })
  expect(bad.split('\n')[0]).toBe('✗ I7     no part has fewer than zero units (44 products, 7 in breach)')
  expect(bad).toContain('… and 2 more')
})

test('a picture at the configured image host is not a breach, at any other it is', async () => {
  const broken = async (env: Record<string, string>) => {
    const findings = await verifyStore(readConfig(env), store.databaseUrl)
    return findings.flatMap(({ name, breaches }) => (breaches.length > 0 ? [name] : []))
  }
  const { rows } = await client.query(`select id, picture from products limit 1`)
  await client.query(`update products set picture = 'https://pictures.example/a.webp' where id = $1`, [
    rows[0].id,
  ])
  expect(await broken({ IMAGE_HOST_URL: 'https://pictures.example/upload', IMAGE_HOST_KEY: 'k' })).toEqual([])
  expect(await broken({ IMAGE_HOST_URL: 'https://pictures.exam', IMAGE_HOST_KEY: 'k' })).toEqual(['I25'])
  expect(await broken({})).toEqual(['I25'])
  await client.query('update products set picture = $2, more_pictures = $3 where id = $1', [
    rows[0].id,
    rows[0].picture,
    `${rows[0].picture} https://pictures.example/a.webp`,
  ])
  expect(await broken({}), 'the other pictures of a part').toEqual(['I25'])
  await client.query(`update products set more_pictures = '' where id = $1`, [rows[0].id])
})

describe('with Stripe in place of the simulator', () => {
  // The simulator speaks Stripe's protocol: here it is queried over HTTP, like Stripe.
  const settings = () => ({
    STRIPE_SECRET_KEY: secretKey,
    STRIPE_PUBLISHABLE_KEY: 'pk_test_any',
    STRIPE_WEBHOOK_SECRET: 'whsec_any',
    STRIPE_API_BASE: `${store.url}/simulator/stripe`,
  })
  const provider = async (env: Record<string, string>) =>
    (await verifyStore(readConfig(env), store.databaseUrl)).find(({ sentence }) =>
      sentence.includes('(Stripe)'),
    )

  test('every paid order is checked with the provider', async () => {
    const finding = await provider(settings())
    expect(finding?.breaches).toEqual([])
    expect(finding?.checked).toMatch(/^[1-9]\d* orders$/)
  })

  test('orders are checked by its list, 100 a call, and one by one only if the list does not confirm them', async () => {
    const requests: string[] = []
    const note = (message: unknown) => {
      const { request } = message as { request: { method: string; path: string } }
      requests.push(`${request.method} ${request.path}`.replace(/[?].*/, ''))
    }
    subscribe('undici:request:create', note)
    try {
      const { rows } = await client.query(
        `update simulator.intents set metadata = metadata - 'order_id'
         where id = (select transaction_id from orders where transaction_id is not null limit 1) returning id`,
      )
      const finding = await provider(settings())
      expect(finding?.breaches).toEqual([expect.stringContaining(rows[0].id)])
      expect(Number.parseInt(finding?.checked ?? '', 10)).toBeGreaterThan(5)
      const list = 'GET /simulator/stripe/v1/payment_intents'
      expect(requests).toEqual([list, `${list}/${rows[0].id}`])
      await client.query(
        `update simulator.intents i set metadata = metadata || jsonb_build_object('order_id', o.id)
         from orders o where o.transaction_id = i.id and i.id = $1`,
        [rows[0].id],
      )
    } finally {
      unsubscribe('undici:request:create', note)
    }
  })

  test('a payment of another amount at the provider is found', async () => {
    const { rows } = await client.query(
      `update simulator.intents set amount = amount + 1
       where id = (select transaction_id from orders where transaction_id is not null limit 1) returning id`,
    )
    expect((await provider(settings()))?.breaches).toEqual([expect.stringContaining(rows[0].id)])
    await client.query('update simulator.intents set amount = amount - 1 where id = $1', [rows[0].id])
  })

  test('a provider that cannot be reached proves nothing', async () => {
    const finding = await provider({
      ...settings(),
      STRIPE_API_BASE: 'http://127.0.0.1:9',
      PROVIDER_TIMEOUT_MS: '300',
    })
    expect(finding?.checked).toBe(`${finding?.breaches.length} orders`)
  })
})

test('each rule has a unique name', () => {
  const names = [...INVARIANTS, ...SIMULATOR_INVARIANTS].map(({ name }) => name)
  expect(names).toEqual([...new Set(names)])
})

/** Each breach is planted with the database's own guards switched off, and reverted afterwards. */
describe('a breach is found:', () => {
  beforeEach(async () => {
    await client.query('begin')
  })
  afterEach(async () => {
    await client.query('rollback')
  })

  const off = (table: string) => `alter table ${table} disable trigger user`
  const drop = (table: string, ...names: string[]) =>
    names.map((name) => `alter table ${table} drop constraint ${name}`)
  const paidOrder =
    '(select id from orders where paid_at is not null and shipped_at is null and line = 1 order by id limit 1)'
  // Seeded orders were paid before the store had invoices.
  const shippedOrder = `(select split_part(subject, ':', 2)::uuid from audit_entries where action = 'ship_order' limit 1)`
  const heldOrder = `(select id from orders where hold = 'held' and line = 1 order by id limit 1)`
  const placedOrder = `(select split_part(subject, ':', 2)::uuid from audit_entries where action = 'place_order' limit 1)`
  const aPart = '(select id from products order by id limit 1)'
  const orderChecks = drop(
    'orders',
    'orders_paid_has_its_transaction',
    'orders_shipped_is_paid',
    'orders_shipped_pieces_are_paid',
    'orders_are_shipped_when_nothing_is_open',
    'orders_deleted_is_unpaid',
    'orders_sold_is_paid',
    'orders_deleted_holds_nothing',
    'orders_total_is_price_times_quantity',
    'orders_canceled_is_paid',
  )

  const planted: readonly (readonly [sentence: string, rule: string, statements: readonly string[]])[] = [
    [
      'a wrong total',
      'unit price × quantity',
      [
        off('orders'),
        ...orderChecks,
        `update orders set total_cents = total_cents + 1 where id = ${heldOrder}`,
      ],
    ],
    [
      'a price that the part never had',
      'a price that its part has had',
      [
        off('orders'),
        `update orders set unit_price_cents = 7777, total_cents = 7777 * quantity where id = ${heldOrder}`,
      ],
    ],
    [
      'an order paid without a payment',
      'a payment of its purchase’s total succeeded',
      [
        off('orders'),
        `update orders set paid_at = now(), transaction_id = 'pi_invented', hold = 'sold' where id = ${heldOrder}`,
      ],
    ],
    [
      'a payment that paid nothing',
      'a payment of its purchase’s total succeeded',
      [
        `insert into payments (order_id, amount_cents, intent_id, state) values (${heldOrder}, 100, 'pi_x', 'succeeded')`,
      ],
    ],
    [
      'a day that sold more than was paid on it',
      'recorded sales of each day',
      [`update sales set cents = cents + 1 where id = (select min(id) from sales)`],
    ],
    [
      'a paid order that its day does not know',
      'recorded sales of each day',
      [`delete from sales where day = (select min(day) from sales)`],
    ],
    [
      'one intent for two orders',
      'intent belongs to one order',
      [
        ...drop('payments', 'payments_intent_id_key'),
        `insert into payments (order_id, amount_cents, intent_id, state) select ${heldOrder}, 1, intent_id, 'canceled' from payments where state = 'succeeded' limit 1`,
      ],
    ],
    [
      'two open payments',
      'at most one open payment',
      [
        'drop index payments_one_live_per_order',
        `insert into payments (order_id, amount_cents) values (${heldOrder}, 1), (${heldOrder}, 1)`,
      ],
    ],
    [
      'money that belongs to no order',
      'equals the sum of the paid purchases',
      [
        ...drop('payments', 'payments_confirmed_has_succeeded'),
        `update payments set state = 'unneeded' where order_id = ${paidOrder} and state = 'succeeded'`,
      ],
    ],
    [
      'an order charged twice',
      'charged at most once',
      [
        'drop index payments_one_charge_per_order',
        `insert into payments (order_id, amount_cents, intent_id, state) values (${paidOrder}, 1, 'pi_x', 'succeeded')`,
      ],
    ],
    [
      'negative stock',
      'fewer than zero',
      [
        ...drop('products', 'products_available_is_not_negative'),
        `update products set available = -1 where id = ${aPart}`,
      ],
    ],
    [
      'units from nowhere',
      'received + canceled + returned = available + held + sold',
      [`update products set available = available + 1 where id = ${aPart}`],
    ],
    [
      'units that no movement brought',
      'the sum of its movements',
      [`update products set available = available + 1 where id = ${aPart}`],
    ],
    [
      'units released twice',
      'released at most once',
      [
        `insert into stock_movements (product_id, order_id, kind, quantity) select product_id, id, 'released', quantity from orders where hold = 'released' limit 1`,
      ],
    ],
    [
      'a sold order that the ledger does not know',
      'released at most once',
      [`delete from stock_movements where kind = 'sold' and order_id = ${paidOrder}`],
    ],
    [
      'an order below the minimum',
      'below every minimum',
      [
        off('orders'),
        ...drop('orders', 'orders_are_shipped_when_nothing_is_open', 'orders_shipped_is_of_quantity'),
        `update orders set quantity = 1, total_cents = unit_price_cents where id = (
        select o.id from orders o join products p on p.id = o.product_id where p.min_order > 1 limit 1)`,
      ],
    ],
    [
      'more units taken than were there',
      'more units than were available',
      [
        `insert into stock_movements (product_id, order_id, kind, quantity) select product_id, id, 'held', -999999 from orders where id = ${heldOrder}`,
      ],
    ],
    [
      'an order shipped unpaid',
      'unpaid → paid → shipped',
      [
        off('orders'),
        ...orderChecks,
        `update orders set shipped_at = now(), shipped_quantity = quantity where id = ${heldOrder}`,
      ],
    ],
    [
      'an order paid before it was placed',
      'unpaid → paid → shipped',
      [off('orders'), `update orders set paid_at = placed_at - interval '1 hour' where id = ${paidOrder}`],
    ],
    [
      'a paid order that became unpaid',
      'paid, shipped or deleted stay so',
      [
        off('orders'),
        ...orderChecks,
        `update orders set paid_at = null, shipped_at = null, shipped_quantity = 0, transaction_id = null, hold = 'held', refunded_cents = 0 where id::text in (select split_part(subject, ':', 2) from audit_entries where action = 'pay_order')`,
      ],
    ],
    [
      'a total changed later',
      'total is the one recorded when it was placed',
      [
        off('purchases'),
        `update purchases set parts_cents = parts_cents + total_cents, total_cents = total_cents * 2 where id = ${heldOrder}`,
      ],
    ],
    [
      'a purchase of more parts than its orders have',
      'sums are those of its orders',
      [
        off('purchases'),
        `update purchases set parts_cents = parts_cents + 1, total_cents = total_cents + 1 where id = ${heldOrder}`,
      ],
    ],
    [
      'a purchase that lacks a part',
      'one number, account, payment and hold',
      [
        off('orders'),
        ...drop('orders', 'orders_line_is_counted'),
        'update orders set lines = 3 where lines = 2 and line = 2',
      ],
    ],
    [
      'a part of a purchase that is not paid with it',
      'one number, account, payment and hold',
      [
        off('orders'),
        `update orders set paid_at = null, transaction_id = null, hold = 'held'
         where line = 2 and paid_at is not null and shipped_quantity = 0`,
      ],
    ],
    [
      'a corrected address that was changed back',
      'the address last recorded',
      [
        off('orders'),
        `update orders set customer_address = '1 Main Street' where customer_address = '2 Side Street'`,
      ],
    ],
    [
      'an order whose number was changed',
      'number is unique',
      [off('orders'), `update orders set number = number + 100000 where id = ${placedOrder}`],
    ],
    [
      'two orders of one number',
      'number is unique',
      [
        off('orders'),
        ...drop('orders', 'orders_number_and_line'),
        `update orders set number = (select max(number) from orders)
         where 'order:' || id in (select subject from audit_entries where action = 'seed_order')`,
      ],
    ],
    [
      'a number that would be given twice',
      'number is unique',
      ['alter sequence orders_number_seq restart with 10001'],
    ],
    [
      'a key whose order is gone',
      'idempotency key',
      [`update idempotency_keys set answer = jsonb_build_object('insertedId', gen_random_uuid())`],
    ],
    [
      'two keys for one order',
      'idempotency key',
      [
        `insert into idempotency_keys select account_id, call, key || '2', body_hash, answer from idempotency_keys`,
      ],
    ],
    [
      'a key whose purchase is gone',
      'idempotency key',
      [
        `update idempotency_keys set answer = answer || jsonb_build_object('purchaseId', gen_random_uuid()) where call = 'checkOut'`,
      ],
    ],
    [
      'a key of whose purchase one order is gone',
      'idempotency key',
      [
        `update idempotency_keys set answer = jsonb_set(answer, '{insertedIds,1}', to_jsonb(gen_random_uuid())) where call = 'checkOut'`,
      ],
    ],
    [
      'two keys for one purchase',
      'idempotency key',
      [
        `insert into idempotency_keys select account_id, call, key || '2', body_hash, answer from idempotency_keys where call = 'checkOut'`,
      ],
    ],
    [
      'a key that leads to the purchase of a stranger',
      'idempotency key',
      [
        `update idempotency_keys k set account_id = (select id from accounts where id <> k.account_id limit 1) where call = 'checkOut'`,
      ],
    ],
    [
      'a key whose refund is gone',
      'idempotency key',
      [
        `update idempotency_keys set answer = answer || jsonb_build_object('refundId', gen_random_uuid()) where call = 'cancelPieces'`,
      ],
    ],
    [
      'a key whose return is gone',
      'idempotency key',
      [
        `update idempotency_keys set answer = answer || jsonb_build_object('returnId', gen_random_uuid()) where call = 'cancelPieces'`,
      ],
    ],
    [
      'a token of another person',
      'belongs to the account of its session',
      [
        `update access_tokens set account_id = (select id from accounts where id <> access_tokens.account_id limit 1)`,
      ],
    ],
    [
      'an admin made by a customer',
      'only admins and the command line',
      [
        `insert into audit_entries (actor_id, action, subject) select id, 'promote', 'account:x' from accounts where role = 'customer' limit 1`,
      ],
    ],
    [
      'a token that outlived its session',
      'outlives its session',
      [...drop('access_tokens', 'access_tokens_end_with_their_session'), 'delete from identity.session'],
    ],
    [
      'a store without its admins',
      'still has one',
      [off('accounts'), `update accounts set role = 'customer'`],
    ],
    [
      'an email used twice',
      'each email has one account',
      [
        ...drop('accounts', 'accounts_email_key', 'accounts_email_is_normal'),
        `update accounts set email = upper((select email from accounts order by id limit 1)) where id = (select id from accounts order by id desc limit 1)`,
      ],
    ],
    [
      'six stars',
      '1 to 5 stars',
      [...drop('reviews', 'reviews_rating_is_1_to_5'), 'update reviews set rating = 6'],
    ],
    [
      'a foreign picture',
      'comes from our encoder',
      [`update products set picture = 'https://elsewhere.example/x.png' where id = ${aPart}`],
    ],
    [
      'a shipment without an audit row',
      'each change of an order',
      [
        `insert into shipments (purchase_id, position)
         select id, 9 from orders where 'order:' || id in (select subject from audit_entries where action = 'pay_order') limit 1`,
      ],
    ],
    [
      'a parcel with more than has shipped',
      'what its parcels contain',
      [off('shipment_lines'), `update shipment_lines set quantity = quantity + 1`],
    ],
    [
      'a tracking number changed without an audit row',
      'tracking number is the last recorded one',
      [
        `update shipments set carrier = 'DHL', tracking_number = '4419206753'
         where id::text in (select after->>'shipmentId' from audit_entries where action = 'ship_order')`,
      ],
    ],
    [
      'stock changed without an audit row',
      'each manual change of stock',
      [`insert into stock_movements (product_id, kind, quantity) values (${aPart}, 'received', 5)`],
    ],
    [
      'a price changed without an audit row',
      'each manual change of stock',
      [`update products set price_cents = price_cents + 1 where id = ${aPart}`],
    ],
    [
      'a vehicle removed without an audit row',
      'as many fitments as last recorded',
      ['delete from fitments where id = (select min(id) from fitments)'],
    ],
    [
      'a vehicle named twice',
      'as many fitments as last recorded',
      [
        `update fitments set (make, model, year_from, year_to, displacement_l, cylinders) =
           (select make, model, year_from, year_to, displacement_l, cylinders from fitments other
            where other.product_id = fitments.product_id and other.id <> fitments.id limit 1)
         where id = (select min(a.id) from fitments a join fitments b on a.product_id = b.product_id and a.id < b.id)`,
      ],
    ],
    [
      'an admin without a promotion',
      'promotion was recorded',
      [
        `update accounts set role = 'admin' where id = (select id from accounts where role = 'customer' limit 1)`,
      ],
    ],
    [
      'a refund of an order that is not recorded',
      'no purchase is refunded beyond what was paid',
      ['update orders set refunded_cents = refunded_cents + 1 where refunded_at is not null'],
    ],
    [
      'a refund without an audit row',
      'that paid no purchase has an audit row',
      [
        `insert into refunds (purchase_id, payment_id, amount_cents, state, done_at, cause)
         select order_id, id, amount_cents, 'done', now(), 'no_order' from payments
         where state = 'succeeded' and id not in (select payment_id from refunds) limit 1`,
      ],
    ],
    [
      'a charge without an order that is not refunded',
      'each charge without an order one',
      [
        ...drop('payments', 'payments_confirmed_has_succeeded'),
        `update payments set state = 'unneeded' where order_id = ${paidOrder}`,
      ],
    ],
    [
      'a review hidden without an audit row',
      'hidden or shown again',
      ['update reviews set hidden = not hidden'],
    ],
    [
      'a mail about an order that was not shipped',
      'has the event that caused it',
      [
        `insert into order_mails (order_id, kind) select id, 'order_shipped' from orders where shipped_at is null limit 1`,
      ],
    ],
    [
      'a mail about another refund',
      'has the event that caused it',
      [
        `insert into order_mails (order_id, kind, about) values (${paidOrder}, 'order_refunded', 'pi_of_another_order')`,
      ],
    ],
    [
      'a reminder of an order whose customer was not told that it was received',
      'has the event that caused it',
      [
        `update order_mails set skipped = 'too many' where kind = 'order_placed'`,
        `insert into order_mails (order_id, kind) select order_id, 'hold_ending' from order_mails where kind = 'order_placed' limit 1`,
      ],
    ],
    [
      'an order that was placed without a mail',
      'has a record of its email',
      [
        `delete from order_mails where kind = 'order_placed' and order_id = (select min(order_id::text) from order_mails where kind = 'order_placed')::uuid`,
      ],
    ],
    [
      'an order that was paid without a mail',
      'has a record of its email',
      [`delete from order_mails where kind = 'order_paid'`],
    ],
    ['a trigger that is off', 'guards', [off('orders')]],
    ['a foreign key that is gone', 'guards', drop('reviews', 'reviews_account_id_fkey')],
    ['a CHECK that is gone', 'guards', drop('stock_movements', 'stock_movements_sign')],
    [
      'an order moved to another account',
      'belongs to the account that placed it',
      [
        off('orders'),
        `update orders set account_id = (select id from accounts where id <> orders.account_id limit 1) where id = ${placedOrder}`,
      ],
    ],
    [
      'holds of two parts that were swapped in the ledger',
      'one of its part',
      [
        `update stock_movements set product_id = (select id from products where id <> stock_movements.product_id limit 1)
         where id = (select min(id) from stock_movements where kind = 'held')`,
      ],
    ],
    [
      'a change of a price that is missing in the middle of the audit',
      'begins where the one before it ended',
      [
        off('audit_entries'),
        `delete from audit_entries where id = (
           select id from audit_entries where action = 'edit_product' order by id limit 1)`,
      ],
    ],
    [
      'a payment recorded with another amount',
      'recorded payment of an order',
      [
        off('audit_entries'),
        `update audit_entries set after = jsonb_set(after, '{amountCents}', '1') where action = 'pay_order'`,
      ],
    ],
    [
      'a hold that is long past its end',
      'still there a day after its end',
      [
        `insert into audit_entries (action, subject) values ('lapse_hold', 'order:of-another')`,
        off('orders'),
        `update orders set hold_expires_at = now() - interval '2 days' where id = ${heldOrder}`,
      ],
    ],
    [
      'a key that leads to an order of a stranger',
      'idempotency key',
      [
        `update idempotency_keys set account_id = (select id from accounts where id <> idempotency_keys.account_id limit 1)`,
      ],
    ],
    [
      'a part whose words are emptied',
      'knows the words',
      [`update product_search set words = '' where product_id = ${aPart}`],
    ],
    [
      'a part whose number is missing',
      'knows the words',
      [
        `delete from part_numbers where kind = 'own' and product_id = (select product_id from part_numbers where kind = 'own' limit 1)`,
      ],
    ],
    [
      'a category without its page',
      'knows the words',
      [`delete from listing_slugs where kind = 'category' and name = (select max(category) from products)`],
    ],
    ...['audit_entries', 'stock_movements', 'fitments'].map(
      (table) =>
        [
          `a sequence behind its table: ${table}`,
          'next id of each table',
          [`select setval('${table}_id_seq', 1, false)`],
        ] as const,
    ),
    [
      'a sign-in with another email than its account',
      'has a sign-in with its email',
      [
        `update identity."user" set "email" = 'other@people.test' where "id" = (select id from accounts limit 1)`,
      ],
    ],
    [
      'an account that cannot sign in',
      'has a sign-in with its email',
      [`delete from identity."user" where "id" = (select id from accounts limit 1)`],
    ],
    [
      'a review without its author',
      'has an author',
      [...drop('reviews', 'reviews_account_id_fkey'), `update reviews set account_id = 'gone'`],
    ],
    [
      'a receipt that was omitted without a reason',
      'omitted only for a reason that is true',
      [`update order_mails set skipped = 'no address' where kind = 'order_paid'`],
    ],
    [
      'an email about an order omitted as paid, which it is not',
      'omitted only for a reason that is true',
      [
        `update order_mails set skipped = 'paid meanwhile' where kind = 'order_placed' and order_id in (select id from orders where paid_at is null)`,
      ],
    ],
    ['a constraint that is gone', 'guards', drop('products', 'products_available_is_not_negative')],
    ['an index that is gone', 'guards', ['drop index payments_one_charge_per_order']],
    [
      'a payment that the provider does not know',
      'reports each paid order',
      [
        `delete from simulator.refunds where intent_id = (select transaction_id from orders where id = ${paidOrder})`,
        `delete from simulator.charges where intent_id = (select transaction_id from orders where id = ${paidOrder})`,
        `delete from simulator.intents where id = (select transaction_id from orders where id = ${paidOrder})`,
      ],
    ],
    [
      'a part that is hidden without a note',
      'the audit last recorded it as hidden',
      [`update products set hidden = true where id = ${aPart}`],
    ],
    [
      'a hidden part that a search finds',
      'a search finds and counts exactly',
      ['alter table products disable trigger user', `update products set hidden = true where id = ${aPart}`],
    ],
    [
      'a part that no search finds',
      'a search finds and counts exactly',
      [`delete from product_search where product_id = ${aPart}`],
    ],
    [
      'a part that is searched by an old price',
      'a search finds and counts exactly',
      [`update product_search set price_cents = price_cents + 1 where product_id = ${aPart}`],
    ],
    [
      'a part that is filtered by where it does not go',
      'a search finds and counts exactly',
      [`update product_search set positions = '{inner}' where product_id = ${aPart}`],
    ],
    [
      'a part that is counted for a vehicle in another category',
      'a search finds and counts exactly',
      [`update fitments set category = 'Tires' where product_id = ${aPart}`],
    ],
    [
      'a part that is counted twice',
      'a search finds and counts exactly',
      [
        `insert into product_counts (category, brand, price_band, in_stock, products) select category, brand, 0, true, 1 from products where id = ${aPart}`,
      ],
    ],
    [
      'a number that no invoice has',
      'numbered from 1 without a gap',
      [
        off('documents'),
        `update documents set number = number + 1 where number = (select max(number) from documents)`,
      ],
    ],
    [
      'a number that would be given twice to invoices',
      'numbered from 1 without a gap',
      [`update document_numbers set last = last - 1`],
    ],
    [
      'a paid purchase without an invoice',
      'since the store has invoices has one',
      [
        off('documents'),
        off('document_lines'),
        `delete from document_lines where order_id = ${shippedOrder}`,
        `delete from documents where purchase_id = ${shippedOrder}`,
      ],
    ],
    [
      'an invoice of less than was paid',
      'its lines are what was paid',
      [
        off('documents'),
        off('document_lines'),
        `update document_lines set net_cents = net_cents - 1 where order_id = ${shippedOrder}`,
        `update documents set total_cents = total_cents - 1 where purchase_id = ${shippedOrder}`,
      ],
    ],
    [
      'an invoice with another tax in its lines',
      'its lines are what was paid',
      [
        off('document_lines'),
        `update document_lines set net_cents = net_cents - 1, tax_cents = tax_cents + 1 where tax_cents > 0`,
      ],
    ],
    [
      'a deposit of another amount',
      'deposit for the old parts',
      [off('core_movements'), `update core_movements set amount_cents = amount_cents - 1`],
    ],
    [
      'a deposit that was never charged',
      'deposit for the old parts',
      [off('core_movements'), `delete from core_movements`],
    ],
    [
      'a refund without its credit note',
      'has one credit note of its amount',
      [off('documents'), `update documents set refund_id = null where kind = 'credit_note'`],
    ],
    [
      'a refund of another amount than its credit note',
      'has one credit note of its amount',
      [`update refunds set amount_cents = amount_cents - 1 where cause = 'cancel'`],
    ],
    [
      'a line that is given back twice',
      'given back beyond its net',
      [
        off('document_lines'),
        `insert into document_lines (document_id, order_id, kind, words, quantity, net_cents, tax_cents, rate_ppm, reverses)
         select l.document_id, l.order_id, l.kind, l.words, i.quantity, -i.net_cents, 0, l.rate_ppm, l.reverses
         from document_lines l join document_lines i on i.id = l.reverses`,
      ],
    ],
    [
      'a refund at the provider that is none of ours',
      'are its refunds that are pending or done',
      [`update refunds set state = 'due' where cause = 'cancel'`],
    ],
    [
      'a deposit that is given back and kept',
      'no more is refunded or kept than was charged',
      [
        `insert into core_movements (order_id, kind, quantity, amount_cents)
         select order_id, 'kept', quantity, amount_cents from core_movements where kind = 'charged'`,
      ],
    ],
    [
      'canceled units that are not back in stock',
      'canceled as it says',
      [off('orders'), `update orders set canceled_quantity = 0 where canceled_quantity > 0`],
    ],
    [
      'a cancellation without its email',
      'has a record of its email',
      [`delete from order_mails where kind = 'order_canceled'`],
    ],
    [
      'a deposit that no credit note gives back',
      'given back are those of its credit notes',
      [
        `insert into core_movements (order_id, kind, quantity, amount_cents)
         select order_id, 'refunded', 1, amount_cents / quantity from core_movements where kind = 'charged'`,
      ],
    ],
    [
      'more pieces coming back than have shipped',
      'comes back than has shipped',
      [
        off('return_lines'),
        `update return_lines set quantity = quantity + 1000, received = 1000, written_off = 1000 - restocked`,
      ],
    ],
    [
      'a return of a part of another purchase',
      'only in returns of its purchase',
      [
        off('return_lines'),
        `update return_lines set order_id = (select id from orders where shipped_at is not null and id <> order_id limit 1)`,
      ],
    ],
    [
      'a returned piece that is not back in stock',
      'as the stock says',
      [`update return_lines set restocked = 0, written_off = received where not core`],
    ],
    [
      'more pieces back in stock than were returned',
      'received + canceled + returned',
      [`update stock_movements set quantity = quantity + 1 where kind = 'returned'`],
    ],
    [
      'a return that gives back another amount',
      'gives back the recorded amount',
      [
        off('audit_entries'),
        `update audit_entries set after = after || '{"amountCents": 1}' where action = 'receive_return'`,
      ],
    ],
    [
      'a return that was declined without an admin',
      'each decision about a return is recorded once',
      [`update returns set state = 'declined', received_at = null, refund_id = null`],
    ],
    [
      'a return that was canceled without a record of it',
      'each decision about a return is recorded once',
      [`update returns set state = 'canceled', received_at = null, refund_id = null`],
    ],
    [
      'a return that the store canceled without an email',
      'has a record of its email',
      [
        // With an id: another breach leaves its sequence behind the rows.
        `insert into audit_entries (id, action, subject, after) overriding system value
         select (select max(id) + 1 from audit_entries), 'cancel_return', 'order:' || purchase_id,
                jsonb_build_object('returnId', id)
         from returns limit 1`,
      ],
    ],
    [
      'a return without its email',
      'has a record of its email',
      [`delete from order_mails where kind = 'return_received'`],
    ],
    [
      'a reminder of deposits that were never paid',
      'has the event that caused it',
      [
        `insert into order_mails (order_id, kind) select id, 'core_ending' from purchases where core_cents = 0 limit 1`,
      ],
    ],
    [
      'a part that is at no address',
      'found under its own slug',
      [`delete from product_slugs where product_id = ${aPart}`],
    ],
    [
      'a part whose address was never updated',
      'found under its own slug',
      [
        `alter table products disable trigger user`,
        `update products set name = 'Something else' where id = ${aPart}`,
      ],
    ],
    [
      'a payment of another amount at the provider',
      'reports each paid order',
      [
        `update simulator.intents set amount = amount + 1 where id = (select transaction_id from orders where id = ${paidOrder})`,
      ],
    ],
    [
      'a charge refunded without our knowledge',
      'captured and refunded the amounts',
      [
        `update simulator.charges set amount_refunded = amount where status = 'succeeded' and intent_id = (select transaction_id from orders where id = ${paidOrder})`,
      ],
    ],
  ]

  test.each(planted)('%s', async (_, rule, statements) => {
    for (const statement of statements) await client.query(statement)
    const findings = await checkRules(client, [...INVARIANTS, ...SIMULATOR_INVARIANTS])
    const broken = findings
      .filter(({ breaches }) => breaches.length > 0)
      .map((f) => `${f.name} ${f.sentence}`)
    expect(broken).toContainEqual(expect.stringContaining(rule))
  })

  test('each rule has a breach in this test', () => {
    for (const { name, sentence } of [...INVARIANTS, ...SIMULATOR_INVARIANTS])
      expect(
        planted.some(([, rule]) => `${name} ${sentence}`.includes(rule)),
        sentence,
      ).toBe(true)
  })
})
