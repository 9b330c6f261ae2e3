// Long because it is a shop's complete history, as a list of statements.

import type pg from 'pg'

/**
 * The size of a generated shop, in rows. Stock movements, payments and audit entries follow from the orders.
 */
export type StoreSize = { products: number; people: number; orders: number; reviews: number }

/** Two years of a busy store. */
export const LARGE_STORE: StoreSize = {
  products: 100_000,
  people: 20_000,
  orders: 1_000_000,
  reviews: 200_000,
}

/**
 * Inserts the history of a large shop into a migrated store with demo data, by SQL, so that every rule of
 * src/db/invariants.ts holds. Rows are as the store would have written them; the newest order is a minute
 * old.
 * @param client may skip triggers and foreign keys (`session_replication_role = replica`, for a superuser),
 * which is a third of the time.
 */
export async function insertLargeStore(client: pg.ClientBase, size: StoreSize): Promise<void> {
  for (const statement of ['begin', ...history(size), 'select rebuild_product_search()', 'commit'])
    await client.query(statement)
  for (const table of [
    'products',
    'product_slugs',
    'product_search',
    'product_counts',
    'part_numbers',
    'search_words',
    'orders',
    'purchases',
    'documents',
    'document_lines',
    'stock_movements',
    'audit_entries',
    'payments',
    'reviews',
    'sales',
    'accounts',
    'fitments',
    'simulator.intents',
    'simulator.charges',
  ])
    await client.query(`vacuum (analyze) ${table}`)
}

/** SQL for the time at which order i of `orders` was placed: spread over the last two years. */
const placedAt = (orders: number) =>
  `now() - interval '1 minute' - make_interval(secs => (${orders} - i) * (2 * 365 * 86400.0 / ${orders}))`

/**
 * Of a hundred consecutive orders: 5 deleted, 6 whose hold has ended, 1 held, 4 paid and to be shipped, 84
 * shipped. Those of the last two days are not shipped.
 */
const history = ({ products, people: users, orders, reviews }: StoreSize): string[] => [
  `insert into identity."user" ("id", "name", "email", "emailVerified")
   select 'big-' || i, 'Person ' || i, 'person-' || i || '@big.test', true from generate_series(1, ${users}) i`,
  `insert into accounts (id, email, name, email_verified, address, phone, created_at)
   select 'big-' || i, 'person-' || i || '@big.test',
          (array['Ada','Ben','Chloe','Dev','Elif','Finn','Grace','Hugo','Ines','Jonas'])[1 + i % 10] || ' ' ||
          (array['Abbott','Baker','Castillo','Dvorak','Ellis','Fischer','Garcia'])[1 + i / 10 % 7] || ' ' || i,
          true, i || ' Main Street', '(217) 555-' || to_char(i % 10000, 'fm0000'), now() - make_interval(hours => i)
   from generate_series(1, ${users}) i`,
  `create temporary table big_products as
   select i as nr, gen_random_uuid() as id, model.picture, model.about,
          (array['Ceramic','Slotted','Heavy duty','Sport','Economy','Long life','Sealed'])[1 + i % 7] || ' ' ||
          (array['brake pads','oil filter','spark plug','shock absorber','alternator','water pump','headlight','wheel bearing',
                 'timing belt','fuel pump','cabin filter'])[1 + i % 11] || ' ' || to_hex(i) as name,
          'Brand ' || i % 300 as brand, 'Category ' || i % 40 as category, 'BG-' || to_hex(i * 7919) as part_number,
          500 + i % 4000 * 5 as price_cents, now() - interval '2 years' - make_interval(mins => ${products} - i) as at
   from generate_series(1, ${products}) i,
        (select picture, about from products where deleted_at is null order by created_at desc limit 1) model`,
  `create unique index on big_products (nr)`,
  `create temporary table big_orders as
   select i, gen_random_uuid() as id, nextval('orders_number_seq') as number, gen_random_uuid() as payment_id, 'pi_big_' || i as intent_id, p.nr, p.id as product_id,
          1 + hashint4(i) % 5 + 5 as quantity, p.price_cents, p.name as product_name, p.picture,
          1 + abs(hashint4(i + 7)::bigint) % ${users} as person, ${placedAt(orders)} as at,
          case when i % 100 < 5 then 'deleted'
               when i % 100 < 11 then case when i > ${orders} - greatest(${orders} * 0.002, 200) then 'held' else 'lapsed' end
               when i % 100 < 12 then case when i > ${orders} - greatest(${orders} * 0.002, 200) then 'held' else 'shipped' end
               when i % 100 < 16 and i > ${orders} * 0.9 or i > ${orders} * 0.997 then 'paid'
               else 'shipped' end as state
   from generate_series(1, ${orders}) i
   join big_products p on p.nr = 1 + abs(hashint4(i)::bigint) % ${products}`,
  `analyze big_orders`,
  `insert into products (id, picture, name, about, brand, category, part_number, price_cents, available, min_order, created_at, slug)
   select id, picture, name, about, brand, category, part_number, price_cents, 40 + nr % 200, 1, at, product_slug(name, part_number)
   from big_products`,
  `insert into product_slugs (slug, product_id)
   select product_slug(name, part_number), id from big_products on conflict do nothing`,
  // Received: the pieces on the shelf, sold, and held.
  `insert into stock_movements (product_id, kind, quantity, at)
   select p.id, 'received', 40 + p.nr % 200 + coalesce(taken, 0), at from big_products p
   left join (select nr, sum(quantity) as taken from big_orders where state not in ('deleted', 'lapsed') group by nr) gone
     on gone.nr = p.nr`,
  `insert into audit_entries (at, actor_id, action, subject, after)
   select at, (select id from accounts where role = 'admin' limit 1), 'add_product', 'product:' || p.id,
          jsonb_build_object('name', name, 'price', price_cents / 100.0, 'available', 40 + p.nr % 200, 'minOrder', 1, 'vehicles', 2)
   from big_products p`,
  `insert into fitments (product_id, make, model, year_from, year_to)
   select id, 'Make ' || (nr + n) % 50, 'Model ' || nr % 900, 1995 + nr % 10, 2006 + nr % 10
   from big_products, generate_series(0, 1) n`,
  `insert into purchases (id, number, parts_cents, total_cents)
   select id, number, price_cents * quantity, price_cents * quantity from big_orders`,
  `insert into orders (id, purchase_id, number, product_id, account_id, picture, product_name, unit_price_cents, quantity, total_cents, customer_name,
                       customer_email, customer_phone, customer_address, hold, hold_expires_at, placed_at, paid_at,
                       transaction_id, shipped_at, shipped_quantity, deleted_at)
   select o.id, o.id, o.number, product_id, a.id, picture, product_name, price_cents, quantity, price_cents * quantity, a.name, a.email, a.phone, a.address,
          case when state in ('paid', 'shipped') then 'sold' when state = 'held' then 'held' else 'released' end,
          at + interval '24 hours', at, case when state in ('paid', 'shipped') then at + interval '10 seconds' end,
          case when state in ('paid', 'shipped') then intent_id end,
          case when state = 'shipped' then least(at + interval '1 day', now()) end,
          case when state = 'shipped' then quantity else 0 end,
          case when state = 'deleted' then at + interval '20 seconds' end
   from big_orders o join accounts a on a.id = 'big-' || person order by i`,
  `insert into shipments (id, purchase_id, position, shipped_at)
   select id, id, 1, shipped_at from orders where shipped_at is not null`,
  `insert into shipment_lines (shipment_id, order_id, quantity)
   select id, id, quantity from orders where shipped_at is not null`,
  `insert into stock_movements (product_id, order_id, kind, quantity, at)
   select product_id, id, kind, case kind when 'held' then -quantity when 'released' then quantity else 0 end, at
   from big_orders, unnest(case when state in ('paid', 'shipped') then array['held', 'sold'] when state = 'held' then array['held']
                                else array['held', 'released'] end) with ordinality as one (kind, n)
   order by i, n`,
  `insert into audit_entries (at, actor_id, action, subject, before, after)
   select at, case action when 'place_order' then 'big-' || person when 'delete_order' then 'big-' || person end, action,
          'order:' || id, '{"status": "before"}', jsonb_build_object('totalCents', price_cents * quantity)
   from big_orders, unnest(case state when 'shipped' then array['place_order', 'pay_order', 'ship_order']
                                      when 'paid' then array['place_order', 'pay_order'] when 'deleted' then array['place_order', 'delete_order']
                                      when 'lapsed' then array['place_order', 'lapse_hold'] else array['place_order'] end)
                    with ordinality as one (action, n)
   order by i, n`,
  `insert into order_mails (order_id, kind, at)
   select id, kind, at
   from big_orders, unnest(case state when 'shipped' then array['order_placed', 'order_paid', 'store_order_paid', 'order_shipped']
                                      when 'paid' then array['order_placed', 'order_paid', 'store_order_paid'] else array['order_placed'] end) kind`,
  `insert into payments (id, order_id, amount_cents, intent_id, client_secret, state, created_at, checked_at)
   select payment_id, id, price_cents * quantity, intent_id, intent_id || '_secret', 'succeeded', at, at
   from big_orders where state in ('paid', 'shipped')`,
  `insert into simulator.intents (id, client_secret, amount, currency, status, metadata, automatic_methods, created_at)
   select intent_id, intent_id || '_secret', price_cents * quantity, 'usd', 'succeeded', jsonb_build_object('order_id', id), true, at
   from big_orders where state in ('paid', 'shipped')`,
  `insert into simulator.charges (id, intent_id, amount, currency, status, payment_method, created_at)
   select 'ch_big_' || i, intent_id, price_cents * quantity, 'usd', 'succeeded', '{"brand": "visa", "last4": "4242"}', at
   from big_orders where state in ('paid', 'shipped')`,
  // After the invoices of the demo.
  `insert into documents (kind, year, number, purchase_id, issued_at, seller, buyer, total_cents, tax_cents)
   select 'invoice', paid.year, coalesce(last, 0) + row_number() over (partition by paid.year order by i), id, paid_at,
          '{"name": "Large Parts", "address": []}', jsonb_build_object('name', name, 'email', email, 'address', address), cents, 0
   from (select i, b.id, at + interval '10 seconds' as paid_at, extract(year from at at time zone 'utc')::smallint as year,
                a.name, a.email, a.address, price_cents * quantity as cents
         from big_orders b join accounts a on a.id = 'big-' || person where state in ('paid', 'shipped')) paid
   left join document_numbers n on n.kind = 'invoice' and n.year = paid.year`,
  `insert into document_numbers (kind, year, last) select kind, year, max(number) from documents group by 1, 2
   on conflict (kind, year) do update set last = excluded.last`,
  `insert into document_lines (document_id, order_id, kind, words, quantity, net_cents, tax_cents)
   select d.id, b.id, 'part', product_name, quantity, d.total_cents, 0
   from big_orders b join documents d on d.purchase_id = b.id order by i`,
  `insert into reviews (account_id, name, text, rating, created_at)
   select 'big-' || 1 + i % ${users}, 'Person ' || i, 'Fits as described, review ' || i, 1 + i % 5, now() - make_interval(mins => i)
   from generate_series(1, ${reviews}) i`,
  // The triggers may have been switched off.
  `delete from sales`,
  `insert into sales (day, orders, cents)
   select (paid_at at time zone 'utc')::date, count(*), sum(total_cents) from orders where paid_at is not null group by 1`,
  `drop table big_orders, big_products`,
]
