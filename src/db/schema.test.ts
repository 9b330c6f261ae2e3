// Long because it lists every column and every kind of statement that the database must reject.

import { randomUUID } from 'node:crypto'
import type { Selectable } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../tests/support/test-database.ts'
import { GUARDS, NUMBERED_TABLES } from './invariants.ts'
import type { Tables } from './schema/tables.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

test('guards.txt lists every trigger, constraint and unique index (update it with --update)', async () => {
  const { rows } = await database.pool.query(GUARDS)
  const guards = rows.map(({ guard }) => `${guard}\n`).toSorted()
  await expect(guards.join('')).toMatchFileSnapshot('guards.txt')
})

test('every sequence of an id is checked by verify', async () => {
  const { rows } = await database.pool.query(
    `select table_name as name from information_schema.columns
     where table_schema = 'public' and (is_identity = 'YES' or column_default like 'nextval%id_seq%') order by 1`,
  )
  // Numbers of orders and returns have rules of their own.
  const others = ['orders', 'returns']
  expect(NUMBERED_TABLES).toEqual(rows.map(({ name }) => name).filter((name) => !others.includes(name)))
})

/**
 * The columns of the TypeScript types; an extra or missing column or another nullability does not compile.
 */
type Described = {
  [T in keyof Tables]: {
    [C in keyof Selectable<Tables[T]>]: null extends Selectable<Tables[T]>[C] ? 'nullable' : 'required'
  }
}

const described: Described = {
  accounts: {
    id: 'required',
    email: 'required',
    name: 'required',
    email_verified: 'required',
    role: 'required',
    education: 'nullable',
    address: 'nullable',
    phone: 'nullable',
    linkedin: 'nullable',
    created_at: 'required',
    claimed_at: 'nullable',
    closed_at: 'nullable',
  },
  access_tokens: {
    token_hash: 'required',
    account_id: 'required',
    session_id: 'nullable',
    expires_at: 'required',
    created_at: 'required',
  },
  idempotency_keys: {
    account_id: 'required',
    call: 'required',
    key: 'required',
    body_hash: 'required',
    answer: 'nullable',
    refusal: 'nullable',
    created_at: 'required',
  },
  products: {
    id: 'required',
    picture: 'required',
    more_pictures: 'required',
    name: 'required',
    about: 'required',
    brand: 'required',
    category: 'required',
    part_number: 'required',
    slug: 'required',
    price_cents: 'required',
    list_price_cents: 'nullable',
    available: 'required',
    min_order: 'required',
    unit: 'required',
    condition: 'required',
    gtin: 'required',
    weight_grams: 'nullable',
    oversize: 'required',
    dangerous: 'required',
    core_cents: 'required',
    taxed: 'required',
    returnable: 'required',
    bin: 'required',
    specifications: 'required',
    hidden: 'required',
    created_at: 'required',
    changed_at: 'required',
    deleted_at: 'nullable',
  },
  specification_fields: {
    id: 'required',
    category: 'required',
    name: 'required',
    unit: 'required',
    type: 'required',
    position: 'required',
  },
  store_settings: {
    section: 'required',
    content: 'required',
    version: 'required',
    changed_by: 'required',
    changed_at: 'required',
  },
  sales_settings: {
    is_only: 'required',
    revision: 'required',
    prices_include_tax: 'required',
    plain_orders: 'required',
    origin: 'required',
    countries: 'required',
    core_days: 'required',
    default_grams: 'required',
    tax_number: 'required',
    changed_by: 'required',
    changed_at: 'required',
  },
  tax_regions: {
    id: 'required',
    country: 'required',
    region: 'nullable',
    postal_from: 'nullable',
    postal_to: 'nullable',
    name: 'required',
    rate_ppm: 'required',
    delivery_taxed: 'required',
    core_taxed: 'required',
    core_tax_refunded: 'required',
    valid_from: 'required',
    valid_to: 'nullable',
    entered_by: 'required',
    entered_at: 'required',
  },
  listing_slugs: { kind: 'required', slug: 'required', name: 'required', words: 'required' },
  product_slugs: { slug: 'required', product_id: 'required' },
  stock_movements: {
    id: 'required',
    product_id: 'required',
    order_id: 'nullable',
    kind: 'required',
    quantity: 'required',
    at: 'required',
  },
  images: {
    key: 'required',
    width: 'required',
    height: 'required',
    uploaded_by: 'nullable',
    created_at: 'required',
    place: 'required',
    moved_to: 'nullable',
  },
  picture_uploads: { key: 'required', started_at: 'required' },
  orders: {
    unit: 'required',
    id: 'required',
    number: 'required',
    product_id: 'required',
    account_id: 'required',
    picture: 'required',
    product_name: 'required',
    unit_price_cents: 'required',
    quantity: 'required',
    canceled_quantity: 'required',
    total_cents: 'required',
    customer_name: 'required',
    customer_email: 'required',
    customer_phone: 'required',
    customer_address: 'required',
    unverified: 'required',
    hold: 'required',
    hold_expires_at: 'required',
    placed_at: 'required',
    paid_at: 'nullable',
    transaction_id: 'nullable',
    refunded_cents: 'required',
    refunded_at: 'nullable',
    disputed: 'required',
    shipped_quantity: 'required',
    shipped_at: 'nullable',
    deleted_at: 'nullable',
    vehicle: 'nullable',
    fit_verdict: 'nullable',
    fit_reason: 'nullable',
    purchase_id: 'required',
    line: 'required',
    lines: 'required',
    core_unit_cents: 'required',
    tax_cents: 'required',
    tax_rate_ppm: 'nullable',
    tax_region_id: 'nullable',
    core_tax_cents: 'required',
  },
  purchases: {
    id: 'required',
    number: 'required',
    parts_cents: 'required',
    core_cents: 'required',
    delivery_cents: 'required',
    tax_cents: 'required',
    tax_contained: 'required',
    delivery_tax_cents: 'required',
    total_cents: 'required',
    delivery_method_id: 'nullable',
    delivery_name: 'nullable',
    ship_to: 'nullable',
    cart_revision: 'nullable',
    refunded_cents: 'required',
    refunded_at: 'nullable',
    packing_at: 'nullable',
    core_days: 'nullable',
    delivery_days_min: 'nullable',
    delivery_days_max: 'nullable',
  },
  shipments: {
    id: 'required',
    purchase_id: 'required',
    position: 'required',
    carrier: 'nullable',
    tracking_number: 'nullable',
    shipped_at: 'required',
    created_by: 'nullable',
  },
  shipment_lines: { shipment_id: 'required', order_id: 'required', quantity: 'required' },
  returns: {
    id: 'required',
    number: 'required',
    purchase_id: 'required',
    state: 'required',
    note: 'required',
    created_by: 'required',
    created_at: 'required',
    decided_by: 'nullable',
    decided_at: 'nullable',
    received_at: 'nullable',
    refund_id: 'nullable',
  },
  return_lines: {
    return_id: 'required',
    order_id: 'required',
    core: 'required',
    quantity: 'required',
    reason: 'required',
    words: 'required',
    received: 'required',
    restocked: 'required',
    written_off: 'required',
  },
  fitment_flags: {
    id: 'required',
    product_id: 'required',
    order_id: 'required',
    return_id: 'required',
    vehicle: 'required',
    said: 'required',
    reason: 'required',
    state: 'required',
    created_at: 'required',
    decided_by: 'nullable',
    decided_at: 'nullable',
  },
  refunds: {
    id: 'required',
    purchase_id: 'required',
    payment_id: 'required',
    amount_cents: 'required',
    state: 'required',
    attempt: 'required',
    provider_id: 'nullable',
    cause: 'required',
    note: 'required',
    created_by: 'nullable',
    created_at: 'required',
    done_at: 'nullable',
    failure: 'nullable',
  },
  order_notes: {
    id: 'required',
    order_id: 'required',
    author_id: 'required',
    text: 'required',
    at: 'required',
  },
  documents: {
    id: 'required',
    kind: 'required',
    year: 'required',
    number: 'required',
    purchase_id: 'required',
    corrects: 'nullable',
    refund_id: 'nullable',
    issued_at: 'required',
    seller: 'required',
    buyer: 'required',
    total_cents: 'required',
    tax_cents: 'required',
  },
  document_lines: {
    id: 'required',
    document_id: 'required',
    order_id: 'nullable',
    kind: 'required',
    words: 'required',
    quantity: 'nullable',
    net_cents: 'required',
    tax_cents: 'required',
    rate_ppm: 'nullable',
    region_id: 'nullable',
    reverses: 'nullable',
  },
  document_numbers: { kind: 'required', year: 'required', last: 'required' },
  core_movements: {
    id: 'required',
    order_id: 'required',
    kind: 'required',
    quantity: 'required',
    amount_cents: 'required',
    refund_id: 'nullable',
    at: 'required',
  },
  payments: {
    id: 'required',
    order_id: 'required',
    amount_cents: 'required',
    intent_id: 'nullable',
    client_secret: 'nullable',
    state: 'required',
    created_at: 'required',
    checked_at: 'nullable',
    confirmed_at: 'nullable',
    attempt: 'required',
    refusals: 'required',
    retry_at: 'nullable',
  },
  sales: { id: 'required', day: 'required', orders: 'required', cents: 'required' },
  payment_declines: { event_id: 'required', order_id: 'required', account_id: 'required', at: 'required' },
  provider_account: {
    only_row: 'required',
    store_id: 'required',
    events_read_till: 'nullable',
    compare_from: 'nullable',
  },
  reviews: {
    id: 'required',
    account_id: 'required',
    name: 'required',
    text: 'required',
    rating: 'required',
    hidden: 'required',
    created_at: 'required',
  },
  audit_entries: {
    id: 'required',
    at: 'required',
    actor_id: 'nullable',
    action: 'required',
    subject: 'required',
    before: 'nullable',
    after: 'nullable',
    import_id: 'nullable',
  },
  reconciliations: {
    id: 'required',
    began_at: 'required',
    finished_at: 'nullable',
    compared: 'nullable',
    differences: 'nullable',
  },
  heartbeat: {
    is_only: 'required',
    beat_at: 'required',
  },
  leases: {
    name: 'required',
    holder: 'required',
    expires_at: 'required',
  },
  order_mails: {
    order_id: 'required',
    kind: 'required',
    about: 'required',
    skipped: 'nullable',
    at: 'required',
  },
  order_mail_position: {
    begun_id: 'nullable',
    only_row: 'required',
    settled_id: 'required',
    seen_id: 'nullable',
    seen_xid: 'nullable',
  },
  dead_letters: {
    id: 'required',
    kind: 'required',
    recipient: 'required',
    mail: 'required',
    reason: 'required',
    attempts: 'required',
    usable_until: 'nullable',
    failed_at: 'required',
  },
  staff_invitations: {
    id: 'required',
    email: 'required',
    token_hashes: 'required',
    invited_by: 'required',
    created_at: 'required',
    expires_at: 'required',
  },
  contact_messages: {
    id: 'required',
    name: 'required',
    email: 'required',
    message: 'required',
    topic: 'required',
    order_number: 'required',
    done_at: 'nullable',
    created_at: 'required',
  },
  vehicles: {
    id: 'required',
    year: 'required',
    make: 'required',
    model: 'required',
    variant: 'nullable',
    displacement_l: 'nullable',
    cylinders: 'nullable',
    fuel: 'required',
    drive: 'required',
    source: 'required',
  },
  fitments: {
    id: 'required',
    product_id: 'required',
    make: 'required',
    model: 'required',
    variant: 'nullable',
    year_from: 'required',
    year_to: 'required',
    displacement_l: 'nullable',
    cylinders: 'nullable',
    quantity: 'nullable',
    position: 'nullable',
    drive: 'nullable',
    body: 'nullable',
    built_from: 'nullable',
    built_to: 'nullable',
    option: 'nullable',
    note: 'nullable',
    source: 'required',
    category: 'nullable',
  },
  garage_vehicles: {
    id: 'required',
    account_id: 'required',
    place: 'required',
    make: 'required',
    model: 'required',
    year: 'required',
    engine: 'nullable',
    chosen: 'required',
  },
  addresses: {
    id: 'required',
    account_id: 'required',
    place: 'required',
    name: 'required',
    company: 'required',
    line1: 'required',
    line2: 'required',
    city: 'required',
    region: 'required',
    postal: 'required',
    country: 'required',
    phone: 'required',
    is_default: 'required',
  },
  delivery_settings: {
    is_only: 'required',
    revision: 'required',
    changed_by: 'nullable',
    changed_at: 'required',
  },
  delivery_methods: {
    id: 'required',
    name: 'required',
    days_min: 'required',
    days_max: 'required',
    carries_oversize: 'required',
    carries_dangerous: 'required',
    to_po_box: 'required',
    active: 'required',
    position: 'required',
  },
  delivery_zones: { id: 'required', name: 'required', position: 'required' },
  delivery_areas: {
    zone_id: 'required',
    country: 'required',
    region: 'nullable',
    postal_prefix: 'nullable',
  },
  delivery_prices: { method_id: 'required', zone_id: 'required', up_to_grams: 'required', cents: 'required' },
  delivery_terms: {
    method_id: 'required',
    zone_id: 'required',
    free_from_cents: 'nullable',
    oversize_cents: 'required',
  },
  carts: {
    account_id: 'required',
    revision: 'required',
    cars: 'required',
    changed_at: 'required',
  },
  cart_lines: {
    account_id: 'required',
    product_id: 'required',
    quantity: 'required',
    seen_cents: 'required',
    added_at: 'required',
  },
  part_numbers: {
    product_id: 'required',
    kind: 'required',
    number: 'required',
    normalized: 'required',
  },
  product_search: {
    product_id: 'required',
    words: 'required',
    name: 'required',
    category: 'required',
    brand: 'required',
    price_cents: 'required',
    price_band: 'required',
    in_stock: 'required',
    created_at: 'required',
    positions: 'required',
  },
  product_counts: {
    id: 'required',
    category: 'required',
    brand: 'required',
    price_band: 'required',
    in_stock: 'required',
    positions: 'required',
    products: 'required',
  },
  search_words: { word: 'required' },
  search_synonyms: { id: 'required', phrases: 'required', keys: 'required' },
  missed_searches: { day: 'required', words: 'required', searches: 'required' },
  imports: {
    id: 'required',
    kind: 'required',
    file_name: 'required',
    options: 'required',
    status: 'required',
    done: 'required',
    total: 'required',
    attempts: 'required',
    report: 'nullable',
    undo_report: 'nullable',
    created_by: 'nullable',
    created_at: 'required',
    applied_at: 'nullable',
    applied_by: 'nullable',
    undone_at: 'nullable',
    undone_by: 'nullable',
  },
  import_files: { import_id: 'required', part: 'required', bytes: 'required' },
  information_notes: {
    supplier: 'required',
    note: 'required',
    decided_by: 'required',
    decided_at: 'required',
  },
  import_changes: {
    id: 'required',
    import_id: 'required',
    product_id: 'required',
    kind: 'required',
    before: 'nullable',
    after: 'required',
  },
  ignored_searches: { words: 'required' },
}

test('the table types match the columns of the migrations', async () => {
  const { rows } = await database.pool.query<{ table: string; column: string; nullable: boolean }>(
    `select table_name as table, column_name as column, is_nullable = 'YES' as nullable
     from information_schema.columns where table_schema = 'public' and table_name not in ('store_migrations', 'store_functions', 'mailbox_mails')`,
  )
  const made: Record<string, Record<string, string>> = {}
  for (const { table, column, nullable } of rows)
    made[table] = { ...made[table], [column]: nullable ? 'nullable' : 'required' }
  expect(made).toEqual(described)
})

describe('the database itself refuses', () => {
  const admin = randomUUID()
  const product = randomUUID()
  /** Orders by their state. */
  const orders = {
    unpaid: randomUUID(),
    paid: randomUUID(),
    shipped: randomUUID(),
    deleted: randomUUID(),
    other: randomUUID(),
  }

  beforeAll(async () => {
    const { pool } = database
    await pool.query(
      `insert into accounts (id, email, name, role, email_verified) values ($1, 'admin@people.test', 'Ada', 'admin', true)`,
      [admin],
    )
    await pool.query(
      `insert into products (id, picture, name, about, price_cents, available, min_order) values ($1, '/p.webp', 'Bolt', 'A bolt.', 250, 5, 1)`,
      [product],
    )
    for (const id of Object.values(orders))
      await pool.query(
        `insert into orders (id, product_id, account_id, picture, product_name, unit_price_cents, quantity, total_cents, customer_name,
                             customer_email, customer_phone, customer_address, hold_expires_at)
         values ($1, $2, $3, '/p.webp', 'Bolt', 250, 2, 500, 'Ada', 'admin@people.test', '1', '1 Main Street', now() + interval '1 day')`,
        [id, product, admin],
      )
    for (const [id, transaction] of [
      [orders.paid, 'pi_paid'],
      [orders.shipped, 'pi_shipped'],
    ])
      await pool.query(
        `update orders set paid_at = now(), transaction_id = $2, hold = 'sold' where id = $1`,
        [id, transaction],
      )
    await pool.query(
      `insert into shipments (id, purchase_id, position) select id, id, 1 from orders where id = $1`,
      [orders.shipped],
    )
    await pool.query(`insert into shipment_lines select id, id, 2 from orders where id = $1`, [
      orders.shipped,
    ])
    await pool.query(`update orders set shipped_at = now(), shipped_quantity = 2 where id = $1`, [
      orders.shipped,
    ])
    await pool.query(`update orders set deleted_at = now(), hold = 'released' where id = $1`, [
      orders.deleted,
    ])
    await pool.query(
      `insert into payments (order_id, amount_cents, intent_id, state) values ($1, 500, 'pi_live', 'live')`,
      [orders.unpaid],
    )
    await pool.query(
      `insert into payments (order_id, amount_cents, intent_id, state) values ($1, 500, 'pi_paid', 'succeeded')`,
      [orders.paid],
    )
    await pool.query(`insert into audit_entries (action, subject) values ('test', 'order:1')`)
    await pool.query(taxRegion(`'IL', '606', '608', 62500, '2026-01-01', '2026-06-30'`))
  })

  const order = (state: keyof typeof orders, set: string) =>
    `update orders set ${set} where id = '${orders[state]}'`
  const newPayment = (state: keyof typeof orders, columns: string, values: string) =>
    `insert into payments (order_id, amount_cents, ${columns}) values ('${orders[state]}', 500, ${values})`
  const movement = (kind: string, quantity: number, orderId: string) =>
    `insert into stock_movements (product_id, kind, quantity, order_id) values ('${product}', '${kind}', ${quantity}, ${orderId})`
  const review = (columns: string, values: string) =>
    `insert into reviews (account_id, name, ${columns}) values ('${admin}', 'Ada', ${values})`
  const account = (set: string) => `update accounts set ${set} where id = '${admin}'`
  const taxRegion = (values: string) =>
    `insert into tax_regions (region, postal_from, postal_to, rate_ppm, valid_from, valid_to, country, name, delivery_taxed, core_taxed,
       core_tax_refunded, entered_by) values (${values}, 'US', 'Illinois', false, false, false, '${admin}')`
  const part = (set: string) => `update products set ${set} where id = '${product}'`
  const invoice = (number = 1, kind = 'invoice', cents = 500) =>
    `insert into documents (kind, year, number, purchase_id, issued_at, seller, buyer, total_cents, tax_cents)
     values ('${kind}', 2026, ${number}, '${orders.paid}', now(), '{}', '{}', ${cents}, 0)`
  const invoiceLine = (taxCents = 0) =>
    `insert into document_lines (document_id, kind, words, net_cents, tax_cents)
     select id, 'delivery', 'Ground', 500, ${taxCents} from documents`
  const deposit = `insert into core_movements (order_id, kind, quantity, amount_cents) values ('${orders.paid}', 'charged', 1, 100)`

  test.each([
    ['stock below zero', part('available = -1'), 'products_available_is_not_negative'],
    ['a price of nothing', part('price_cents = 0'), 'products_price_is_positive'],
    ['a minimum of nothing', part('min_order = 0'), 'products_min_order_is_positive'],
    ['a part without a name', part(`name = '  '`), 'products_words_are_given'],
    [
      'a total that is not price times quantity',
      order('unpaid', 'total_cents = 499'),
      'orders_total_is_price_times_quantity',
    ],
    [
      'paid without a transaction',
      order('unpaid', `paid_at = now(), hold = 'sold'`),
      'orders_paid_has_its_transaction',
    ],
    [
      'a transaction without paid',
      order('unpaid', `transaction_id = 'pi_x'`),
      'orders_paid_has_its_transaction',
    ],
    [
      'one transaction for two orders',
      order('unpaid', `paid_at = now(), transaction_id = 'pi_paid', hold = 'sold'`),
      'orders_transaction_id_key',
    ],
    [
      'shipping what is not paid',
      order('unpaid', 'shipped_at = now(), shipped_quantity = 2'),
      'orders_shipped_',
    ],
    [
      'shipped without its pieces',
      order('paid', 'shipped_at = now()'),
      'orders_are_shipped_when_nothing_is_open',
    ],
    [
      'pieces shipped beyond the order',
      order('paid', 'shipped_quantity = 3'),
      'orders_shipped_is_of_quantity',
    ],
    ['what is in a parcel', `update shipment_lines set quantity = 1`, 'shipment_lines_never_change'],
    ['a carrier without a number', `update shipments set carrier = 'UPS'`, 'shipments_tracking_is_whole'],
    [
      'more coming back than has shipped',
      `with made as (insert into returns (purchase_id, state, created_by) values ('${orders.shipped}', 'requested', '${admin}') returning id)
       insert into return_lines (return_id, order_id, core, quantity, reason) select id, '${orders.shipped}', false, 3, 'damaged' from made`,
      'returns_are_of_shipped',
    ],
    ['deleting what is paid', order('paid', `deleted_at = now()`), 'orders_'],
    [
      'going back from paid to unpaid',
      order('paid', `paid_at = null, transaction_id = null, hold = 'held'`),
      'orders_only_move_forward',
    ],
    [
      'another transaction for a paid order',
      order('paid', `transaction_id = 'pi_y'`),
      'orders_only_move_forward',
    ],
    ['going back from shipped', order('shipped', 'shipped_at = null'), 'orders_'],
    ['bringing back a deleted order', order('deleted', 'deleted_at = null'), 'orders_only_move_forward'],
    [
      'another price for a placed order',
      order('unpaid', 'unit_price_cents = 100, total_cents = 200'),
      'orders_only_move_forward',
    ],
    [
      'another address for a shipped order',
      order('shipped', `customer_address = 'elsewhere'`),
      'orders_only_move_forward',
    ],
    [
      'another vehicle for a placed order',
      order('unpaid', `vehicle = '2009 Honda Civic', fit_verdict = 'fits', fit_reason = 'Listed'`),
      'orders_only_move_forward',
    ],
    [
      'another picture for a placed order',
      order('unpaid', `picture = '/x.webp'`),
      'orders_only_move_forward',
    ],
    ...['null', `'sure'`].map((verdict): [string, string, string] => [
      `an order for a vehicle with the verdict ${verdict}`,
      `insert into orders (product_id, account_id, picture, product_name, unit_price_cents, quantity, total_cents, customer_name, customer_email,
         customer_phone, customer_address, hold_expires_at, vehicle, fit_verdict, fit_reason)
       values ('${product}', '${admin}', '/p.webp', 'Bolt', 250, 2, 500, 'Ada', 'a@b.test', '1', '1 Main Street', now(), 'a', ${verdict}, 'b')`,
      'orders_fit_',
    ]),
    [
      'another number for a placed order',
      order('unpaid', 'number = number + 1000'),
      'orders_only_move_forward',
    ],
    [
      'one number for two orders',
      `insert into orders (number, product_id, account_id, picture, product_name, unit_price_cents, quantity, total_cents, customer_name,
         customer_email, customer_phone, customer_address, hold_expires_at)
       select number, product_id, account_id, picture, product_name, unit_price_cents, quantity, total_cents, customer_name,
         customer_email, customer_phone, customer_address, hold_expires_at from orders where id = '${orders.unpaid}'`,
      'purchases_number_key',
    ],
    ...[
      'parts_cents = parts_cents + 1, total_cents = total_cents + 1',
      'delivery_cents = 100, total_cents = total_cents + 100',
      'tax_cents = 1, tax_contained = true',
      `delivery_name = 'Air'`,
      `delivery_days_min = 1, delivery_days_max = 2`,
      `ship_to = '{}'`,
    ].map((set): [string, string, string] => [
      `a placed purchase with ${set}`,
      `update purchases set ${set} where id = '${orders.unpaid}'`,
      'purchases_are_final',
    ]),
    ...['1, null', 'null, 1', '2, 1', '-1, 1', '1, 366'].map((days): [string, string, string] => [
      `a delivery of ${days} days`,
      `insert into purchases (id, number, parts_cents, total_cents, delivery_days_min, delivery_days_max)
       values (gen_random_uuid(), 999999, 500, 500, ${days})`,
      'purchases_delivery_days_are_a_span',
    ]),
    [
      'a total that is not the sum of parts, deposits, delivery and tax',
      `insert into purchases (id, number, parts_cents, delivery_cents, total_cents) values (gen_random_uuid(), 999999, 500, 100, 599)`,
      'purchases_total_is_its_sum',
    ],
    [
      'an unknown carrier',
      `update shipments set carrier = 'Pigeon', tracking_number = '1Z99'`,
      'shipments_carrier_is_known',
    ],
    ...[' 1Z99', '1z99', '1Z9', '1Z/99', '-1Z99', '1Z99-', 'X'.repeat(41)].map(
      (number): [string, string, string] => [
        `the tracking number ${number}`,
        `update shipments set carrier = 'Other', tracking_number = '${number}'`,
        'shipments_tracking_number_is_plain',
      ],
    ),
    ['another owner for a placed order', order('unpaid', `account_id = 'x'`), 'orders_only_move_forward'],
    ['pieces sold by an unpaid order', order('unpaid', `hold = 'sold'`), 'orders_sold_is_paid'],
    ['a paid order that releases its pieces', order('paid', `hold = 'released'`), 'orders_sold_is_paid'],
    [
      'a deleted order that holds pieces',
      order('other', `deleted_at = now()`),
      'orders_deleted_holds_nothing',
    ],
    [
      'a second live payment of an order',
      newPayment('unpaid', 'state', `'creating'`),
      'payments_one_live_per_order',
    ],
    [
      'a second charge of an order',
      newPayment('paid', 'state, intent_id', `'succeeded', 'pi_z'`),
      'payments_one_charge_per_order',
    ],
    [
      'one intent for two orders',
      newPayment('other', 'state, intent_id', `'live', 'pi_live'`),
      'payments_intent_id_key',
    ],
    [
      'a live payment without an intent',
      newPayment('other', 'state', `'live'`),
      'payments_known_to_provider',
    ],
    [
      'a payment in an unknown state',
      newPayment('other', 'state, intent_id', `'refunded', 'pi_q'`),
      'payments_state_is_known',
    ],
    ['a hold that adds pieces', movement('held', 1, `'${orders.unpaid}'`), 'stock_movements_sign'],
    [
      'a release of a negative number of pieces',
      movement('released', -1, `'${orders.unpaid}'`),
      'stock_movements_sign',
    ],
    ['a hold of no order', movement('held', -1, 'null'), 'stock_movements_order_is_named'],
    ['zero stars', review('rating', '0'), 'reviews_rating_is_1_to_5'],
    ['six stars', review('rating', '6'), 'reviews_rating_is_1_to_5'],
    [
      'a review of 2001 characters',
      review('rating, text', `5, repeat('x', 2001)`),
      'reviews_text_is_bounded',
    ],
    [
      'a second account for one email',
      `insert into accounts (id, email, name) values ('x', 'admin@people.test', 'x')`,
      'accounts_email_key',
    ],
    [
      'an email that is not in its normal form',
      account(`email = 'Admin@people.test'`),
      'accounts_email_is_normal',
    ],
    ['an unknown role', account(`role = 'owner'`), 'accounts_'],
    [
      'making an account with an unverified email admin',
      `insert into accounts (id, email, name) values ('new', 'new@people.test', 'x'); update accounts set role = 'admin' where not email_verified`,
      'accounts_admin_is_verified',
    ],
    ['taking the role from the last admin', account(`role = 'customer'`), 'accounts_keep_one_admin'],
    ['changing an audit entry', `update audit_entries set action = 'nothing'`, 'audit_is_append_only'],
    ['deleting an audit entry', `delete from audit_entries`, 'audit_is_append_only'],
    ['emptying the audit', `truncate audit_entries`, 'audit_is_not_truncated'],
    ['changing an invoice', `${invoice()}; update documents set total_cents = 1`, 'ledger_is_append_only'],
    ['deleting an invoice', `${invoice()}; delete from documents`, 'ledger_is_append_only'],
    [
      'erasing the buyer of an account that is open',
      `${invoice()}; update documents set buyer = '{"name": "Former customer", "email": "", "address": ""}'`,
      'ledger_is_append_only',
    ],
    ['two invoices of one purchase', `${invoice()}; ${invoice(2)}`, 'documents_one_invoice'],
    [
      'two invoices of one number',
      `${invoice()}; insert into documents select (json_populate_record(d, json_build_object('id', gen_random_uuid(), 'purchase_id', '${orders.shipped}'::text))).* from documents d`,
      'documents_number_key',
    ],
    ['a credit note without an invoice', invoice(1, 'credit_note', -100), 'documents_credit_note_corrects'],
    ['an invoice that gives money back', invoice(1, 'invoice', -100), 'documents_amounts_have_the_sign'],
    [
      'changing a line of an invoice',
      `${invoice()}; ${invoiceLine()}; update document_lines set net_cents = 1`,
      'ledger_is_append_only',
    ],
    [
      'deleting a line of an invoice',
      `${invoice()}; ${invoiceLine()}; delete from document_lines`,
      'ledger_is_append_only',
    ],
    ['a line with a tax of no rate', `${invoice()}; ${invoiceLine(1)}`, 'document_lines_tax_has_its_rate'],
    ['a deposit that is charged twice', `${deposit}; ${deposit}`, 'core_movements_charged_once'],
    ['changing a movement of a deposit', `${deposit}; update core_movements set kind = 'kept'`, 'ledger_is'],
    ['deleting a movement of a deposit', `${deposit}; delete from core_movements`, 'ledger_is_append_only'],
    ['deleting an account with orders', `delete from accounts where id = '${admin}'`, ''],
    ['deleting a part with orders', `delete from products where id = '${product}'`, 'fkey'],
    [
      'a tax of more than 30 %',
      taxRegion(`'IN', null, null, 300001, '2026-01-01', null`),
      'tax_regions_rate_',
    ],
    [
      'a tax region that ends before it begins',
      taxRegion(`'IN', null, null, 1, '2026-01-02', '2026-01-01'`),
      'tax_regions_days_in_order',
    ],
    [
      'one end of a range of postal codes',
      taxRegion(`'IN', '606', null, 1, '2026-01-01', null`),
      'tax_regions_postal_codes_are_two',
    ],
    [
      'two taxes of one place on one day',
      taxRegion(`'IL', '60602', '60602', 1, '2026-06-30', '2026-07-31'`),
      'tax_regions_one_of_an_area_on_a_day',
    ],
    [
      'a second row of sales settings',
      `insert into sales_settings (is_only, revision, prices_include_tax, plain_orders, origin, countries, core_days, default_grams, tax_number, changed_by)
       values (false, 1, false, 'all_in', '{}', '{US}', 180, 1000, '', '${admin}')`,
      'sales_settings_is_one_row',
    ],
    [
      'years in the wrong order',
      `insert into fitments (product_id, make, model, year_from, year_to) values ('${product}', 'a', 'b', 2010, 2009)`,
      'fitments_years_in_order',
    ],
    ...(
      [
        ['no pieces per vehicle', 'quantity', '0', 'fitments_quantity_is_sensible'],
        ['a position of no vehicle', 'position', `'roof'`, 'fitments_position_is_known'],
        ['a drive of no vehicle', 'drive', `'6WD'`, 'fitments_drive_is_known'],
        ['an empty body', 'body', `''`, 'fitments_texts_are_short'],
        ['a long note', 'note', `repeat('x', 501)`, 'fitments_texts_are_short'],
        [
          'dates in the wrong order',
          'built_from, built_to',
          `'2010-02-01', '2010-01-31'`,
          'fitments_built_in_order',
        ],
        ['a source of no kind', 'source', `'hearsay'`, 'fitments_source_is_known'],
      ] as const
    ).map(([what, columns, values, constraint]): [string, string, string] => [
      `a fitment with ${what}`,
      `insert into fitments (product_id, make, model, year_from, year_to, ${columns}) values ('${product}', 'a', 'b', 2009, 2010, ${values})`,
      constraint,
    ]),
  ])('%s', async (_what, statement, constraint) => {
    const refusal: unknown = await database.pool.query(statement).then(
      () => null,
      (error: unknown) => error,
    )
    expect(refusal, 'it was accepted').toBeInstanceOf(Error)
    expect(refusal).toMatchObject({ constraint: expect.stringContaining(constraint) })
  })
})
