// Long because it is one table, to be read from top to bottom.
import { readFileSync } from 'node:fs'

/**
 * One rule that must hold on the store's database at every moment. `name` is unique. Comments cite its
 * number: I29 stands for I29a, I29b … `breaches` selects one text per breach; `counts` is the table, with its
 * condition, whose rows the rule checks.
 */
export type Invariant = { name: string; sentence: string; counts: string; breaches: string }

/** SQL: the audit entries that lead to emails, with the kind of email and its subject matter. */
const MAILED_EVENTS = `
  select id, at, subject, action, kind,
         case action when 'ship_order' then coalesce(after->>'shipmentId', '')
                     when 'refund_payment' then coalesce(after->>'intentId', 'unknown')
                     when 'refund_order' then (after->>'intentId') || '-' || id
                     when 'refund_done' then (after->>'intentId') || '-' || id
                     when 'correct_address' then id::text when 'cancel_pieces' then id::text
                     when 'refund_refused' then id::text when 'refund_failed' then id::text
                     else coalesce(after->>'returnId', '') end as about
  from audit_entries join (values
    ('place_order', 'order_placed'), ('pay_order', 'order_paid'), ('pay_order', 'store_order_paid'),
    ('ship_order', 'order_shipped'), ('refund_payment', 'order_refunded'), ('refund_order', 'order_refunded'),
    ('refund_done', 'order_refunded'), ('cancel_pieces', 'order_canceled'), ('refund_refused', 'store_refund_failed'),
    ('refund_failed', 'store_refund_failed'), ('correct_address', 'address_corrected'), ('correct_address', 'store_address_corrected'),
    ('request_return', 'store_return_requested'), ('approve_return', 'return_approved'), ('decline_return', 'return_declined'),
    ('cancel_return', 'return_canceled'), ('receive_return', 'return_received')) mails (action, kind)
    using (action)
  where case action
    -- One of before refunds had rows.
    when 'refund_failed' then after ? 'refundId'
    -- Not of what its customer did.
    when 'cancel_return' then actor_id is distinct from (select account_id from orders where id = substr(subject, 7)::uuid)
    else true end`

/** The triggers, constraints and unique indexes that the migrations make, as GUARDS names them. */
const EXPECTED_GUARDS = readFileSync(new URL('guards.txt', import.meta.url), 'utf8')
  .trim()
  .split('\n')

/** SQL: those of this database that are enabled and valid, in the column `guard`. */
export const GUARDS = `
  select format('%s %s of %s.%s', kind, name, nspname, relname) as guard from (
    select 'trigger' as kind, tgname as name, tgrelid as id from pg_trigger where not tgisinternal and tgenabled = 'O'
    union all
    select case contype when 'c' then 'check' when 'f' then 'foreign key' when 'p' then 'primary key'
           when 'x' then 'exclusion' else 'unique' end ||
           case when convalidated then '' else ' (new rows)' end, conname, conrelid
    from pg_constraint where contype in ('c', 'f', 'p', 'u', 'x')
    union all
    select 'unique index', relname, indrelid from pg_index join pg_class on oid = indexrelid
    where indisunique and indisvalid and not exists (select from pg_constraint where conindid = indexrelid)) found
  join pg_class c on c.oid = found.id join pg_namespace n on n.oid = relnamespace
  where nspname in ('public', 'identity', 'simulator')`

/** Tables whose ids a sequence gives out, `<table>_id_seq`. */
export const NUMBERED_TABLES = [
  'audit_entries',
  'core_movements',
  'document_lines',
  'fitments',
  'import_changes',
  'mailbox_mails',
  'product_counts',
  'reconciliations',
  'sales',
  'search_synonyms',
  'specification_fields',
  'stock_movements',
  'store_migrations',
  'vehicles',
]

/** SQL: an address that email can be sent to, as isPlainAddress() of domain/mails decides. */
const PLAIN_ADDRESS = `'^[^[:space:]@<>()[\\]\\\\,;:"[:cntrl:]]+@[^[:space:]@<>()[\\]\\\\,;:"[:cntrl:]]+$'`

/** SQL: the records that each Idempotency-Key created, but for synonyms, which admins may delete. */
const KEYED_RECORDS = `
  select account_id, call, key, record from idempotency_keys cross join lateral (
    select answer->>'insertedId' union select answer->>'purchaseId' union select answer->>'refundId'
    union select answer->>'returnId' union select jsonb_array_elements_text(answer->'insertedIds')) created (record)
  where record is not null and call <> 'addSynonyms'`

/** SQL: the mounting positions of each part, from its fitments. */
const PLACES = `
  select product_id, array_agg(distinct place order by place) as places
  from fitments, unnest(position_places(position)) place where position is not null group by 1`

/**
 * All rules that a query can check. The database itself enforces most of them by CHECKs, unique indexes and
 * triggers; these queries find what bypassed them (a restored dump, a manual change, a bug).
 */
export const INVARIANTS: readonly Invariant[] = [
  // Each rule reads a table once: a subquery per order or product takes hours in a large store without a
  // matching index.
  {
    name: 'I1a',
    sentence: 'an order’s total is unit price × quantity',
    counts: 'orders',
    breaches: `
      select format('order %s: %s × %s cents is not %s cents', id, quantity, unit_price_cents, total_cents)
      from orders where total_cents <> unit_price_cents::bigint * quantity`,
  },
  {
    name: 'I1b',
    sentence: 'an order’s unit price is a price that its part has had',
    counts: 'orders',
    breaches: `
      select format('order %s: the part was never sold at %s cents', o.id, o.unit_price_cents)
      from orders o join products p on p.id = o.product_id
      where o.unit_price_cents <> p.price_cents and not exists (
        select from audit_entries a where a.subject = 'product:' || p.id and o.unit_price_cents in (
          round((a.before->>'price')::numeric * 100), round((a.after->>'price')::numeric * 100)))`,
  },
  {
    name: 'I2a',
    sentence:
      'an order is paid exactly when a payment of its purchase’s total succeeded under its transaction id',
    counts: 'orders',
    breaches: `
      select format('order %s: paid %s, transaction %s, booked %s cents', o.id, o.paid_at is not null,
                    coalesce(o.transaction_id, 'none'), coalesce(y.amount_cents::text, 'no'))
      from orders o join purchases p on p.id = o.purchase_id left join payments y
        on y.order_id = o.purchase_id and y.intent_id = o.transaction_id and y.state = 'succeeded'
      where (o.paid_at is null) <> (o.transaction_id is null)
         or (o.transaction_id is not null and y.amount_cents is distinct from p.total_cents)
      union all
      select format('payment %s succeeded, but order %s is not paid by it', y.id, y.order_id)
      from payments y join orders o on o.id = y.order_id
      where y.state = 'succeeded' and o.transaction_id is distinct from y.intent_id`,
  },
  {
    name: 'I3',
    sentence: 'a payment intent belongs to one order, and an order has at most one open payment',
    counts: 'payments',
    breaches: `
      select format('intent %s belongs to %s payments', intent_id, count(*)) from payments
      where intent_id is not null group by intent_id having count(*) > 1
      union all
      select format('order %s has %s open payments', order_id, count(*)) from payments
      where state in ('creating', 'live') group by order_id having count(*) > 1`,
  },
  {
    name: 'I4a',
    sentence: 'captured minus refunded of charges that paid no order equals the sum of the paid purchases',
    counts: 'payments',
    breaches: `
      select format('captured %s − refunded %s cents is not the %s cents of paid orders', captured, returned, paid)
      from (select coalesce(sum(amount_cents), 0) as captured,
                   coalesce(sum(amount_cents) filter (where state = 'unneeded'), 0) as returned
            from payments where state in ('succeeded', 'unneeded')) money,
           (select coalesce(sum(p.total_cents), 0) as paid
            from purchases p join orders o on o.id = p.id where paid_at is not null) sales
      where captured - returned <> paid`,
  },
  {
    name: 'I4b',
    sentence: 'the recorded sales of each day match the orders paid that day, without their refunds',
    counts: 'sales',
    breaches: `
      select format('%s: recorded %s orders of %s cents, paid %s of %s', day, noted.orders, noted.cents, paid.orders, paid.cents)
      from (select day, sum(orders) as orders, sum(cents) as cents from sales group by day) noted
      full join (select (paid_at at time zone 'utc')::date as day,
                         count(*) filter (where refunded_cents < total_cents and line = 1) as orders, sum(total_cents - refunded_cents) as cents
                 from orders where paid_at is not null group by 1) paid using (day)
      where (noted.orders, noted.cents) is distinct from (paid.orders, paid.cents)`,
  },
  {
    name: 'I4d',
    sentence: 'no purchase is refunded beyond what was paid, and its refunds are the recorded ones',
    counts: 'orders where refunded_at is not null',
    breaches: `
      select format('order %s: refunded %s of %s cents, recorded %s', o.id, p.refunded_cents, p.total_cents, coalesce(noted, 0))
      from orders o join purchases p on p.id = o.purchase_id
      left join (select distinct on (subject) subject, (after->>'refundedCents')::bigint as noted from audit_entries
                 where action in ('refund_order', 'refund_pending', 'refund_done', 'refund_failed') order by subject, id desc) recorded
        on recorded.subject = 'order:' || o.purchase_id
      where p.refunded_cents not between 0 and p.total_cents or p.refunded_cents <> coalesce(noted, 0)
         or o.refunded_cents <> o.total_cents::bigint * p.refunded_cents / p.total_cents
         or (p.refunded_cents > 0 and o.paid_at is null)`,
  },
  {
    name: 'I5',
    sentence: 'an order is charged at most once',
    counts: 'orders',
    breaches: `
      select format('order %s was charged %s times', order_id, count(*)) from payments
      where state = 'succeeded' group by order_id having count(*) > 1`,
  },
  {
    name: 'I7',
    sentence: 'no part has fewer than zero units',
    counts: 'products',
    breaches: `select format('part %s: %s available', id, available) from products where available < 0`,
  },
  {
    name: 'I8a',
    sentence: 'received + canceled + returned = available + held + sold, for each part',
    counts: 'products',
    breaches: `
      select format('part %s: received %s, returned %s, available %s, held %s, sold %s', p.id, received, returned, p.available, held, sold)
      from products p
      left join (select product_id, sum(quantity) filter (where kind in ('received', 'corrected')) as received,
                        sum(quantity) filter (where kind = 'returned') as returned
                 from stock_movements group by product_id) came on came.product_id = p.id
      left join (select product_id, sum(quantity) filter (where hold = 'held') as held,
                        sum(quantity - canceled_quantity) filter (where hold = 'sold') as sold
                 from orders group by product_id) went on went.product_id = p.id
      where coalesce(received, 0) + coalesce(returned, 0) <> p.available + coalesce(held, 0) + coalesce(sold, 0)`,
  },
  {
    name: 'I8b',
    sentence: 'a part’s available stock equals the sum of its movements',
    counts: 'products',
    breaches: `
      select format('part %s: %s available, its movements add up to %s', p.id, p.available, coalesce(moved, 0))
      from products p
      left join (select product_id, sum(quantity) as moved from stock_movements group by product_id) ledger on ledger.product_id = p.id
      where p.available <> coalesce(moved, 0)`,
  },
  {
    name: 'I8c',
    sentence: 'a movement for an order is one of its part',
    counts: 'stock_movements where order_id is not null',
    breaches: `
      select format('movement %s is of part %s, but its order %s of part %s', m.id, m.product_id, o.id, o.product_id)
      from stock_movements m join orders o on o.id = m.order_id where o.product_id <> m.product_id`,
  },
  {
    name: 'I9',
    sentence:
      'units held for an order are released at most once and sold at most once, and canceled as it says',
    counts: 'orders',
    breaches: `
      select format('order %s is %s: taken %s, released %s, sold %s times, %s of %s canceled units put back', o.id, o.hold,
                    taken, returned, sold, coalesce(canceled, 0), o.canceled_quantity)
      from orders o
      left join (select order_id, count(*) filter (where kind = 'held') as taken,
                        count(*) filter (where kind = 'released') as returned,
                        count(*) filter (where kind = 'sold') as sold,
                        sum(quantity) filter (where kind = 'canceled') as canceled,
                        min(abs(quantity)) filter (where kind in ('held', 'released')) as fewest,
                        max(abs(quantity)) filter (where kind in ('held', 'released')) as most
                 from stock_movements where order_id is not null group by order_id) ledger on ledger.order_id = o.id
      where coalesce(taken, 0) - coalesce(returned, 0) <> (o.hold <> 'released')::int
         or coalesce(sold, 0) <> (o.hold = 'sold')::int or fewest <> o.quantity or most <> o.quantity
         or coalesce(canceled, 0) <> o.canceled_quantity`,
  },
  {
    name: 'I9b',
    sentence: 'no hold is still there a day after its end, if later ones were released',
    counts: `orders where hold = 'held'`,
    // While the store does not run, no hold is released.
    breaches: `
      select format('order %s: held until %s', id, hold_expires_at) from orders
      where hold = 'held' and hold_expires_at < (select max(at) from audit_entries where action = 'lapse_hold') - interval '1 day'`,
  },
  {
    name: 'I10a',
    sentence: 'no order is below every minimum that its part has had',
    counts: 'orders',
    breaches: `
      select format('order %s: %s units', o.id, o.quantity)
      from orders o join products p on p.id = o.product_id
      where o.quantity < p.min_order and not exists (
        select from audit_entries a where a.subject = 'product:' || p.id
          and least((a.before->>'minOrder')::int, (a.after->>'minOrder')::int) <= o.quantity)`,
  },
  {
    name: 'I10b',
    sentence: 'no order took more units than were available',
    counts: 'stock_movements',
    breaches: `
      select format('part %s: %s units after movement %s', product_id, balance, id)
      from (select id, product_id, sum(quantity) over (partition by product_id order by id) as balance
            from stock_movements) shelf
      where balance < 0`,
  },
  {
    name: 'I11',
    sentence: 'orders go unpaid → paid → shipped or unpaid → deleted, with times in that order',
    counts: 'orders',
    breaches: `
      select format('order %s: placed %s, paid %s, shipped %s, deleted %s', id, placed_at, paid_at, shipped_at, deleted_at)
      from orders
      where (shipped_at is not null and paid_at is null) or (deleted_at is not null and paid_at is not null)
         or paid_at < placed_at or shipped_at < paid_at or deleted_at < placed_at`,
  },
  {
    name: 'I12',
    sentence: 'orders recorded as paid, shipped or deleted stay so',
    counts: 'audit_entries',
    breaches: `
      select format('%s: recorded as %s at %s, but no longer is', a.subject, a.action, a.at)
      from audit_entries a left join orders o on a.subject = 'order:' || o.id
      where a.action in ('pay_order', 'ship_order', 'delete_order')
        and ((a.action = 'pay_order' and o.paid_at is null)
          or (a.action = 'ship_order' and not exists (
            select from shipments s where s.id = coalesce(after->>'shipmentId', split_part(a.subject, ':', 2))::uuid))
          or (a.action = 'delete_order' and o.deleted_at is null))`,
  },
  {
    name: 'I14a',
    sentence: 'a purchase’s total is the one recorded when it was placed',
    counts: 'purchases',
    breaches: `
      select format('order %s: placed at %s cents, now %s', p.id, a.after->>'totalCents', p.total_cents)
      from purchases p join audit_entries a on a.subject = 'order:' || p.id and a.action in ('place_order', 'seed_order')
      where (a.after->>'totalCents')::bigint <> p.total_cents`,
  },
  {
    name: 'I14b',
    sentence:
      'an order’s number is unique and the one recorded when it was placed, and the next numbers are free',
    counts: 'orders',
    breaches: `
      select format('order %s: placed as number %s, now %s', o.id, a.after->>'number', o.number)
      from orders o join audit_entries a on a.subject = 'order:' || o.id and a.action in ('place_order', 'seed_order')
      where (a.after->>'number')::bigint <> o.number
      union all
      select format('%s orders have the number %s', count(*), number) from orders group by number, line having count(*) > 1
      union all
      select format('the next order would get the number %s, and %s is taken', next, taken)
      from (select last_value + is_called::int as next from orders_number_seq) sequence,
           (select max(number) as taken from orders) orders
      where next <= taken
      union all
      select format('the next return would get the number %s, and %s is taken', next, taken)
      from (select last_value + is_called::int as next from returns_number_seq) sequence,
           (select max(number) as taken from returns) returns
      where next <= taken`,
  },
  {
    name: 'I14c',
    sentence:
      'an order whose address was corrected has the address last recorded, until its customer is erased',
    counts: 'orders',
    breaches: `
      select format('order %s: its address or phone differs from the last recorded correction', o.id)
      from orders o
      join (select distinct on (subject) subject, after from audit_entries
            where action = 'correct_address' order by subject, id desc) noted on noted.subject = 'order:' || o.id
      where (o.customer_address, o.customer_phone) is distinct from (after->>'address', after->>'phone')
        and o.customer_email <> ''`,
  },
  {
    name: 'I15',
    sentence: 'each idempotency key created its own records, which exist and are of the same account',
    counts: 'idempotency_keys',
    breaches: `
      select format('%s %s: %s does not exist', call, key, record) from (${KEYED_RECORDS}) keyed
      where not exists (select from orders where id::text = record)
        and not exists (select from products where id::text = record)
        and not exists (select from reviews where id::text = record)
        and not exists (select from shipments where id::text = record)
        and not exists (select from refunds where id::text = record)
        and not exists (select from returns where id::text = record)
      union all
      select format('%s keys led to %s', count(*), record) from (${KEYED_RECORDS}) keyed
      group by record having count(*) > 1
      union all
      select format('%s %s of account %s: %s belongs to %s', call, key, k.account_id, made.id, made.account_id)
      from (${KEYED_RECORDS}) k
      join (select id::text, account_id from orders union all select id::text, account_id from reviews) made
        on made.id = record
      where made.account_id <> k.account_id`,
  },
  {
    name: 'I17',
    sentence: 'an access token belongs to the account of its session',
    counts: 'access_tokens',
    breaches: `
      select format('a token of account %s belongs to a session of %s', t.account_id, s."userId")
      from access_tokens t join identity.session s on s.id = t.session_id where s."userId" <> t.account_id`,
  },
  {
    name: 'I18',
    sentence: 'an order belongs to the account that placed it',
    counts: 'orders',
    breaches: `
      select format('order %s: placed by account %s, now of %s', o.id, a.actor_id, o.account_id)
      from orders o join audit_entries a on a.subject = 'order:' || o.id and a.action = 'place_order'
      where a.actor_id <> o.account_id`,
  },
  {
    name: 'I19',
    sentence: 'only admins and the command line promote admins',
    counts: 'accounts',
    breaches: `
      select format('%s was promoted by %s, who was never an admin', p.subject, p.actor_id)
      from audit_entries p left join accounts a on a.id = p.actor_id
      where p.action = 'promote' and p.actor_id is not null and a.role is distinct from 'admin'
        and not exists (select from audit_entries e where e.action = 'promote' and e.subject = 'account:' || p.actor_id)`,
  },
  {
    name: 'I20',
    sentence: 'no access token outlives its session',
    counts: 'access_tokens',
    breaches: `
      select format('a token of account %s no longer has a session', t.account_id)
      from access_tokens t
      where t.session_id is not null and not exists (select from identity.session s where s.id = t.session_id)`,
  },
  {
    name: 'I21',
    sentence: 'a store that has had an admin still has one',
    counts: 'accounts',
    breaches: `
      select 'there were admins, and there are none now' where not exists (select from accounts where role = 'admin')
        and exists (select from audit_entries where action = 'promote')`,
  },
  {
    name: 'I22',
    sentence: 'each email has one account and is stored in normal form',
    counts: 'accounts',
    breaches: `
      select format('%s accounts share an email: %s', count(*), string_agg(id, ', '))
      from accounts group by lower(btrim(email)) having count(*) > 1
      union all
      select format('account %s: its email is not in normal form', id) from accounts where email <> lower(btrim(email))`,
  },
  {
    name: 'I22b',
    sentence:
      'each account has a sign-in with its email (except for deleted ones, which have deleted orders)',
    counts: 'accounts',
    breaches: `
      select format('account %s: %s', a.id, case when u."id" is null then 'no sign-in' else 'its sign-in has another email' end)
      from accounts a left join identity."user" u on u."id" = a.id
      where lower(btrim(u."email")) is distinct from a.email and a.email not like 'deleted-%@deleted.invalid'`,
  },
  {
    name: 'I24',
    sentence: 'every review has an author and 1 to 5 stars',
    counts: 'reviews',
    breaches: `
      select format('review %s: %s stars', id, rating) from reviews where rating not between 1 and 5
      union all
      select format('review %s: its author %s does not exist', r.id, account_id)
      from reviews r left join accounts a on a.id = account_id where a.id is null`,
  },
  {
    name: 'I25',
    sentence: 'every part’s picture comes from our encoder or from the configured image host, if it has one',
    counts: 'products',
    // verify.ts passes the host in this setting.
    breaches: `
      select format('part %s: %s', p.id, url) from products p,
        regexp_split_to_table(p.picture || ' ' || p.more_pictures, ' ') url
      where url <> '' and not exists (select from images i where i.key = url)
        and not exists (select from images i where '/images/' || i.key || '.webp' = url)
        and not coalesce(starts_with(url, nullif(current_setting('driveline.image_host', true), '')), false)`,
  },
  {
    name: 'I29a',
    sentence: 'each change of an order has one audit row',
    counts: 'orders',
    breaches: `
      select format('order %s: recorded as placed %s, paid %s, deleted %s times', o.id, placed, paid, deleted)
      from orders o
      left join (select subject, count(*) filter (where action in ('place_order', 'seed_order')) as placed,
                        count(*) filter (where action = 'pay_order') as paid,
                        count(*) filter (where action = 'delete_order') as deleted
                 from audit_entries where starts_with(subject, 'order:') group by subject) noted
        on noted.subject = 'order:' || o.id
      left join (select distinct subject from audit_entries where action = 'seed_order') seeded
        on seeded.subject = 'order:' || o.purchase_id
      -- What concerns a whole purchase is recorded at its first order.
      where coalesce(placed, 0) <> (line = 1)::int or paid > 1 or deleted > 1
         or (seeded.subject is null and line = 1
             and (paid <> (o.paid_at is not null)::int or deleted <> (o.deleted_at is not null)::int))
      union all
      select format('parcel %s: recorded as shipped %s times', s.id, coalesce(noted, 0))
      from shipments s
      left join (select coalesce(after->>'shipmentId', split_part(subject, ':', 2)) as parcel, count(*) as noted
                 from audit_entries where action = 'ship_order' group by 1) recorded on parcel = s.id::text
      left join audit_entries seeded on seeded.action = 'seed_order' and seeded.subject = 'order:' || s.purchase_id
      where coalesce(noted, 0) <> 1 and seeded.subject is null`,
  },
  {
    name: 'I29b',
    sentence: 'a parcel’s tracking number is the last recorded one',
    counts: 'shipments',
    breaches: `
      select format('parcel %s: %s %s, recorded %s %s', s.id, carrier, tracking_number, after->>'carrier', after->>'trackingNumber')
      from shipments s
      join (select distinct on (1) coalesce(after->>'shipmentId', split_part(subject, ':', 2)) as parcel, after from audit_entries
            where action in ('ship_order', 'correct_tracking') order by 1, id desc) noted on parcel = s.id::text
      where (carrier, tracking_number) is distinct from (after->>'carrier', after->>'trackingNumber')`,
  },
  {
    name: 'I36a',
    sentence: 'what has shipped of an order is what its parcels contain, and they are of its purchase',
    counts: 'orders where shipped_quantity > 0',
    breaches: `
      select format('order %s: %s shipped, %s in parcels', o.id, o.shipped_quantity, coalesce(sent, 0))
      from orders o left join (select order_id, sum(quantity) as sent from shipment_lines group by order_id) parcels on order_id = o.id
      where o.shipped_quantity <> coalesce(sent, 0)
      union all
      select format('parcel %s has a part of another purchase', s.id)
      from shipment_lines l join shipments s on s.id = l.shipment_id join orders o on o.id = l.order_id
      where s.purchase_id <> o.purchase_id
      union all
      select format('parcel %s is empty', s.id) from shipments s
      where not exists (select from shipment_lines where shipment_id = s.id)`,
  },
  {
    name: 'I29c',
    sentence: 'each manual change of stock, price or minimum has one audit row',
    counts: 'products',
    breaches: `
      select format('part %s: %s manual movements, %s recorded', p.id, coalesce(moved, 0), coalesce(noted, 0))
      from products p
      left join (select product_id, count(*) as moved from stock_movements
                 where kind in ('received', 'corrected') group by product_id) ledger on ledger.product_id = p.id
      left join (select subject, count(*) as noted from audit_entries
                 where action in ('add_product', 'restock_product') group by subject) book on book.subject = 'product:' || p.id
      where coalesce(moved, 0) <> coalesce(noted, 0)
      union all
      select format('part %s: its price or minimum differs from the last recorded one', p.id)
      from products p
      cross join lateral (select after from audit_entries where subject = 'product:' || p.id
                          and action in ('add_product', 'edit_product') order by id desc limit 1) last
      where round((after->>'price')::numeric * 100) <> p.price_cents or (after->>'minOrder')::int <> p.min_order`,
  },
  {
    name: 'I29k',
    sentence: 'each recorded price and minimum of a part begins where the one before it ended',
    counts: `audit_entries where action = 'edit_product'`,
    breaches: `
      select format('%s: entry %s begins at %s, minimum %s; the one before ended at %s, minimum %s', subject, id, price, min_order, was, min_was)
      from (
        select subject, id, (before->>'price')::numeric as price, (before->>'minOrder')::int as min_order,
               lag((after->>'price')::numeric) over w as was, lag((after->>'minOrder')::int) over w as min_was
        from audit_entries where action in ('add_product', 'edit_product') and after ? 'price'
        window w as (partition by subject order by id)) steps
      where price <> was or min_order <> min_was`,
  },
  {
    name: 'I29l',
    sentence: 'the recorded payment of an order is of its total and transaction',
    counts: `audit_entries where action = 'pay_order'`,
    breaches: `
      select format('order %s of %s cents, %s: recorded as paid with %s cents, %s', o.id, p.total_cents, o.transaction_id,
                    a.after->>'amountCents', a.after->>'intentId')
      from audit_entries a join orders o on a.subject = 'order:' || o.id join purchases p on p.id = o.id
      where a.action = 'pay_order' and ((a.after->>'amountCents')::bigint <> p.total_cents or a.after->>'intentId' <> o.transaction_id)`,
  },
  {
    name: 'I29d',
    sentence: 'a part is hidden exactly when the audit last recorded it as hidden',
    counts: 'products',
    breaches: `
      select format('part %s is %s, but was recorded otherwise', p.id, case when p.hidden then 'hidden' else 'not hidden' end)
      from products p
      cross join lateral (select after from audit_entries where subject = 'product:' || p.id
                          and action in ('add_product', 'hide_product', 'publish_product') order by id desc limit 1) last
      where coalesce((after->>'hidden')::boolean, false) <> p.hidden`,
  },
  {
    name: 'I29e',
    sentence: 'a part has as many fitments as last recorded, without duplicates',
    counts: 'fitments',
    breaches: `
      select format('part %s: %s fitments, %s distinct, %s recorded', p.id, lines, different, noted)
      from products p
      cross join lateral (select (after->>'vehicles')::int as noted from audit_entries
                          where subject = 'product:' || p.id and after ? 'vehicles' order by id desc limit 1) last
      cross join lateral (select count(*) as lines,
                                 count(distinct (make, model, variant, year_from, year_to, displacement_l, cylinders,
                                                 quantity, position, drive, body, built_from, built_to, option, note)) as different
                          from fitments where product_id = p.id) named
      where lines <> noted or different <> lines`,
  },
  {
    name: 'I29f',
    sentence: 'each admin’s promotion was recorded (except for the seeded demo admin)',
    counts: 'accounts',
    breaches: `
      select format('account %s', a.id) from accounts a
      where a.role = 'admin' and a.email <> 'admin@demo.test' and not exists (
        select from audit_entries where action = 'promote' and subject = 'account:' || a.id)`,
  },
  {
    name: 'I29g',
    sentence: 'each refund of a charge that paid no purchase has an audit row',
    counts: 'payments',
    breaches: `
      select format('order %s: %s refunds, %s recorded', order_id, refunds, coalesce(noted, 0))
      from (select order_id, count(*) as refunds from refunds r join payments y on y.id = r.payment_id
            where r.cause = 'no_order' and r.state = 'done' group by order_id) done
      left join (select subject, count(*) as noted from audit_entries where action = 'refund_payment' group by subject) book
        on book.subject = 'order:' || order_id
      -- One that failed later may have been sent again.
      where refunds > coalesce(noted, 0)`,
  },
  {
    name: 'I29h',
    sentence: 'each time a review was hidden or shown again, one audit row was written',
    counts: 'reviews',
    breaches: `
      select format('review %s is %s: hidden %s, shown again %s times', r.id, case when r.hidden then 'hidden' else 'shown' end,
                    coalesce(hides, 0), coalesce(shows, 0))
      from reviews r
      left join (select subject, count(*) filter (where action = 'hide_review') as hides,
                        count(*) filter (where action = 'show_review') as shows
                 from audit_entries where action in ('hide_review', 'show_review') group by subject) noted
        on noted.subject = 'review:' || r.id
      where coalesce(hides, 0) - coalesce(shows, 0) <> r.hidden::int`,
  },
  {
    name: 'I29i',
    sentence: 'each email recorded for an order has the event that caused it',
    counts: 'order_mails',
    breaches: `
      select format('order %s: recorded an email %s %s without an audit entry that causes it', m.order_id, m.kind, m.about)
      from order_mails m
      left join (${MAILED_EVENTS}) event
        on event.subject = 'order:' || m.order_id and event.kind = m.kind and event.about = m.about
      where event.subject is null and m.kind not in ('hold_ending', 'core_ending')
      union all
      select format('order %s: reminded of its hold without an email that it was received', m.order_id)
      from order_mails m
      -- It may have waited until the order was paid or deleted.
      left join order_mails received
        on received.order_id = m.order_id and received.kind = 'order_placed'
        and (received.skipped is null or received.skipped in ('paid meanwhile', 'deleted meanwhile'))
      where m.kind = 'hold_ending' and received.order_id is null
      union all
      select format('order %s: reminded of deposits without any', m.order_id)
      from order_mails m join purchases p on p.id = m.order_id where m.kind = 'core_ending' and p.core_cents = 0`,
  },
  {
    name: 'I29j',
    sentence:
      'each order placed, paid, shipped, canceled or refunded since emails are recorded with the change has a record of its email',
    counts: `audit_entries where action in ('place_order', 'pay_order', 'ship_order', 'refund_payment', 'refund_order', 'refund_done', 'cancel_pieces', 'request_return', 'approve_return', 'decline_return', 'cancel_return', 'receive_return')`,
    breaches: `
      select format('%s: %s at %s has no email and no recorded reason for its absence', event.subject, event.action, event.at)
      from (${MAILED_EVENTS}) event
      left join order_mails m on 'order:' || m.order_id = event.subject and m.kind = event.kind and m.about = event.about
      where m.order_id is null and starts_with(event.subject, 'order:') and event.kind <> 'store_address_corrected'
        -- Earlier versions recorded them later, and restored stores may lack some.
        and event.at > (select run_on from store_migrations
                        where name = case event.kind when 'return_canceled' then '132_mails_of_canceled_returns' else '100_one_runner' end)`,
  },
  {
    name: 'I29m',
    sentence: 'an email about an order was omitted only for a reason that is true',
    counts: 'order_mails where skipped is not null',
    breaches: `
      select format('order %s: its email %s was omitted: %s', order_id, kind, skipped)
      from order_mails m join orders o on o.id = order_id
      where case
        when skipped is null then false
        when starts_with(kind, 'store_') then skipped <> 'off'
        when skipped = 'no address' then customer_email ~ ${PLAIN_ADDRESS}
        when skipped = 'returned meanwhile' then kind <> 'core_ending'
        when kind in ('order_paid', 'order_shipped', 'order_refunded', 'order_canceled', 'hold_ending',
                      'return_approved', 'return_declined', 'return_canceled', 'return_received', 'core_ending') then true
        when skipped = 'paid meanwhile' then paid_at is null
        when skipped = 'deleted meanwhile' then deleted_at is null
        else skipped <> 'too many' end`,
  },
  {
    name: 'I30',
    sentence: 'a search finds and counts exactly the parts on sale',
    counts: 'products where deleted_at is null and not hidden',
    breaches: `
      select format('part %s is %s', coalesce(p.id, s.product_id), case
               when s.product_id is null then 'not searched' when p.id is null then 'found but not on sale' else 'searched by stale data' end)
      from (select products.*, coalesce(places, '{}') as positions from products left join (${PLACES}) stated on product_id = id
            where deleted_at is null and not hidden) p
        full join product_search s on s.product_id = p.id
      where (s.category, s.brand, s.price_cents, s.name, s.in_stock, s.positions)
            is distinct from (p.category, p.brand, p.price_cents, lower(p.name), p.available >= p.min_order, p.positions)
      union all
      select format('%s / %s counts %s parts, but %s are on sale', category, brand, counted, there) from (
        select category, brand, price_band, in_stock, positions, sum(products) as counted from product_counts group by 1, 2, 3, 4, 5) counts
      full join (
        select category, brand, price_band(price_cents) as price_band, available >= min_order as in_stock,
               coalesce(places, '{}') as positions, count(*) as there
        from products left join (${PLACES}) stated on product_id = id
        where deleted_at is null and not hidden group by 1, 2, 3, 4, 5) sale
        using (category, brand, price_band, in_stock, positions)
      where coalesce(counted, 0) <> coalesce(there, 0)
      union all
      select format('part %s is counted as %s for a vehicle, but is %s', f.product_id, coalesce(f.category, 'not on sale'), coalesce(p.category, 'not on sale'))
      from (select distinct product_id, category from fitments) f
      left join products p on p.id = f.product_id and p.deleted_at is null and not p.hidden
      where f.category is distinct from p.category`,
  },
  {
    name: 'I30b',
    sentence: 'a search knows the words and the number of each part, and its category and brand have pages',
    counts: 'product_search',
    // Words are compared with nothing: to read a million texts again takes minutes.
    breaches: `
      select format('part %s is found by no word', product_id)
      from product_search join products on id = product_id
      where words = '' and to_tsvector('product_words', separate_words(products.name)) <> ''
      union all
      select format('part %s is not found by its number %s', id, part_number)
      from products left join part_numbers n on product_id = id and kind = 'own' and number = part_number
      where deleted_at is null and not hidden and part_number <> '' and product_id is null and normal_part_number(part_number) <> ''
      union all
      select format('the %s %s has no page', kind, name)
      from (select 'category' as kind, category as name from product_counts group by category having sum(products) > 0
            union all select 'brand', brand from product_counts group by brand having sum(products) > 0) named
      left join listing_slugs using (kind, name) where name <> '' and slug is null`,
  },
  {
    name: 'sequences',
    sentence: 'the next id of each table is free',
    counts: 'pg_sequences',
    breaches: NUMBERED_TABLES.map(
      (table) => `
      select format('the next id of ${table} would be %s, and %s is taken', next, taken)
      from (select last_value + is_called::int as next from ${table}_id_seq) sequence, (select max(id) as taken from ${table}) rows
      where next <= taken`,
    ).join(' union all '),
  },
  {
    name: 'I33a',
    sentence: 'a purchase’s sums are those of its orders and its delivery',
    counts: 'purchases',
    breaches: `
      select format('purchase %s: %s cents of parts, %s of deposits, %s of tax; its orders have %s, %s, %s', p.id,
                    p.parts_cents, p.core_cents, p.tax_cents, parts, core, tax)
      from purchases p
      left join (select purchase_id, sum(total_cents) as parts, sum(core_unit_cents::bigint * quantity) as core,
                        sum(tax_cents) as tax from orders group by 1) ordered on purchase_id = p.id
      where (p.parts_cents, p.core_cents, p.tax_cents) is distinct from (parts, core, tax + p.delivery_tax_cents)
         or p.total_cents <> p.parts_cents::bigint + p.core_cents + p.delivery_cents
                             + case when tax_contained then 0 else p.tax_cents end`,
  },
  {
    name: 'I33b',
    sentence: 'the orders of a purchase are counted, and have one number, account, payment and hold',
    counts: 'orders where lines > 1',
    breaches: `
      select format('purchase %s: its orders differ', purchase_id) from orders where lines > 1 group by purchase_id
      having count(*) <> max(lines) or max(line) <> max(lines) or min(line) <> 1
          or count(distinct (number, account_id, hold, lines, coalesce(transaction_id, ''), coalesce(paid_at, 'epoch'),
                             deleted_at is null)) > 1
      union all
      select format('purchase %s has the number %s, its first order %s', p.id, p.number, o.number)
      from purchases p left join orders o on o.id = p.id where o.number is distinct from p.number`,
  },
  {
    name: 'I34a',
    sentence: 'the invoices and the credit notes of a year are numbered from 1 without a gap',
    counts: 'documents',
    breaches: `
      select format('%s %s: %s documents, numbered from %s to %s; the last number is %s', kind, year, n, least, most, last)
      from (select kind, year, count(*) as n, min(number) as least, max(number) as most from documents group by 1, 2) issued
      full join document_numbers using (kind, year)
      where (n, least, most) is distinct from (last::bigint, 1, last)`,
  },
  {
    name: 'I34b',
    sentence:
      'a purchase that was paid since the store has invoices has one, and its lines are what was paid',
    counts: 'purchases',
    breaches: `
      select format('purchase %s was paid at %s, and has no invoice', o.id, o.paid_at)
      from orders o left join documents d on d.purchase_id = o.id and d.kind = 'invoice'
      where o.line = 1 and d.id is null and o.paid_at > (select run_on from store_migrations where name = '127_documents')
      union all
      select format('%s %s of purchase %s: %s cents with %s of tax, its lines have %s with %s; the purchase has %s with %s, paid %s',
                    d.kind, d.number, p.id, d.total_cents, d.tax_cents, l.total, l.tax, p.total_cents, p.tax_cents, o.paid_at is not null)
      from documents d join purchases p on p.id = d.purchase_id join orders o on o.id = p.id
      left join (select document_id, sum(net_cents::bigint + tax_cents) as total, sum(tax_cents) as tax
                 from document_lines group by 1) l on l.document_id = d.id
      where (l.total, l.tax) is distinct from (d.total_cents::bigint, d.tax_cents::bigint) or o.paid_at is null
         or (d.kind = 'invoice' and (d.total_cents, d.tax_cents) <> (p.total_cents, p.tax_cents))`,
  },
  {
    name: 'I34c',
    sentence: 'the deposit for the old parts of an order was charged when it was paid, in full',
    counts: 'orders',
    breaches: `
      select format('order %s, paid %s: %s × %s cents of deposit, charged %s pieces and %s cents', o.id, o.paid_at is not null,
                    o.quantity, o.core_unit_cents, coalesce(m.quantity, 0), coalesce(amount_cents, 0))
      from orders o left join core_movements m on m.order_id = o.id and m.kind = 'charged'
      where (o.paid_at is not null and core_unit_cents > 0) <> (m.id is not null)
         or (m.quantity, amount_cents) <> (o.quantity, core_unit_cents * o.quantity)`,
  },
  {
    name: 'I35a',
    sentence:
      'each refund of a purchase has one credit note of its amount, each credit note of an amount one refund, and each charge without an order one',
    counts: 'refunds',
    breaches: `
      select format('refund %s of purchase %s: %s cents, its credit note %s', r.id, r.purchase_id, r.amount_cents,
                    coalesce(d.total_cents::text, 'is missing'))
      from refunds r left join documents d on d.refund_id = r.id
      where r.cause <> 'no_order' and d.total_cents is distinct from -r.amount_cents or d.purchase_id <> r.purchase_id
      union all
      select format('charge %s pays no purchase, and has no refund', y.id) from payments y
      where y.state = 'unneeded' and not exists (select from refunds where payment_id = y.id and cause = 'no_order')
      union all
      select format('credit note %s of purchase %s has no refund', number, purchase_id)
      from documents where kind = 'credit_note' and refund_id is null and total_cents <> 0`,
  },
  {
    name: 'I35b',
    sentence: 'no line of an invoice is given back beyond its net, its tax or its pieces',
    counts: 'document_lines where reverses is not null',
    breaches: `
      select format('line %s of %s cents with %s of tax and %s pieces: %s, %s and %s are given back', l.id, l.net_cents, l.tax_cents,
                    l.quantity, -given.net, -given.tax, given.pieces)
      from (select reverses as line_id, sum(net_cents) as net, sum(tax_cents) as tax, sum(quantity) as pieces
            from document_lines where reverses is not null group by 1) given
      join document_lines l on l.id = line_id
      where -given.net > l.net_cents or -given.tax > l.tax_cents or given.pieces > l.quantity`,
  },
  {
    name: 'I35c',
    sentence: 'what the card provider has refunded of a purchase are its refunds that are pending or done',
    counts: 'purchases where refunded_at is not null',
    breaches: `
      select format('purchase %s: the provider has refunded %s cents, its refunds are %s', p.id, p.refunded_cents, coalesce(given, 0))
      from purchases p
      left join (select purchase_id, sum(amount_cents) as given from refunds
                 where state in ('pending', 'done') and cause <> 'no_order' group by 1) refunded
        on purchase_id = p.id
      where p.refunded_cents <> coalesce(given, 0)
        -- What was refunded before has no rows.
        and p.refunded_at > (select run_on from store_migrations where name = '128_refunds')`,
  },
  {
    name: 'I35d',
    sentence: 'of the deposits of an order no more is refunded or kept than was charged, each at its price',
    counts: 'core_movements',
    breaches: `
      select format('order %s: %s deposits of %s cents charged, %s ended; they are %s cents', o.id, charged, o.core_unit_cents, ended, cents)
      from (select order_id, coalesce(sum(quantity) filter (where kind = 'charged'), 0) as charged,
                   coalesce(sum(quantity) filter (where kind <> 'charged'), 0) as ended,
                   sum(quantity) as pieces, sum(amount_cents) as cents
            from core_movements group by 1) m
      join orders o on o.id = m.order_id
      where ended > charged or cents <> pieces * o.core_unit_cents`,
  },
  {
    name: 'I35e',
    sentence: 'the deposits of an order that were given back are those of its credit notes',
    counts: `core_movements where kind = 'refunded'`,
    breaches: `
      select format('order %s: %s deposits given back, %s on credit notes', coalesce(m.order_id, n.order_id), moved, noted)
      from (select order_id, sum(quantity) as moved from core_movements where kind = 'refunded' group by 1) m
      full join (select order_id, sum(quantity) as noted from document_lines where kind = 'core' and reverses is not null group by 1) n
        using (order_id)
      where moved is distinct from noted`,
  },
  {
    name: 'I37a',
    sentence: 'no more of an order comes back than has shipped, and only in returns of its purchase',
    counts: 'return_lines',
    breaches: `
      select format('order %s: %s come back, %s have shipped', o.id, back, o.shipped_quantity)
      from (select order_id, core, sum(case r.state when 'received' then received else quantity end) as back
            from return_lines join returns r on r.id = return_id where r.state not in ('declined', 'canceled') group by 1, 2) asked
      join orders o on o.id = order_id where back > o.shipped_quantity
      union all
      select format('return %s has a part of another purchase', r.number)
      from return_lines join returns r on r.id = return_id join orders o on o.id = order_id where o.purchase_id <> r.purchase_id`,
  },
  {
    name: 'I37b',
    sentence: 'each piece that was returned is back in stock or written off, as the stock says',
    counts: 'return_lines',
    breaches: `
      select format('return %s: %s received, %s restocked, %s written off, %s', number, received, restocked, written_off, state)
      from return_lines join returns on returns.id = return_id
      where received <> restocked + written_off or (core and restocked > 0) or (received > 0 and state <> 'received')
      union all
      select format('order %s: %s restocked, %s back in stock', coalesce(l.order_id, m.order_id), counted, moved)
      from (select order_id, sum(restocked) as counted from return_lines where restocked > 0 group by 1) l
      full join (select order_id, sum(quantity) as moved from stock_movements where kind = 'returned' group by 1) m using (order_id)
      where counted is distinct from moved`,
  },
  {
    name: 'I37c',
    sentence: 'each decision about a return is recorded once, and gives back the recorded amount',
    counts: 'returns',
    breaches: `
      select format('return %s is %s; recorded as asked for %s, declined %s, canceled %s, received %s times with %s cents; %s cents are given back',
                    r.number, r.state, asked, declined, canceled, received, cents, coalesce(f.amount_cents, 0))
      from returns r
      left join refunds f on f.id = r.refund_id
      left join (select after->>'returnId' as id, count(*) filter (where action in ('request_return', 'approve_return')) as asked,
                        count(*) filter (where action = 'decline_return') as declined,
                        count(*) filter (where action = 'cancel_return') as canceled,
                        count(*) filter (where action = 'receive_return') as received,
                        sum((after->>'amountCents')::bigint) as cents
                 from audit_entries where starts_with(subject, 'order:') and after ? 'returnId' group by 1) noted on noted.id = r.id::text
      where coalesce(asked, 0) = 0 or declined <> (r.state = 'declined')::int
         -- One that was canceled may arrive all the same.
         or canceled not between (r.state = 'canceled')::int and (r.state in ('canceled', 'received'))::int
         or received <> (r.state = 'received')::int or coalesce(cents, 0) <> coalesce(f.amount_cents, 0)
         or f.purchase_id <> r.purchase_id or f.cause not in ('return', 'core')`,
  },
  {
    name: 'I32',
    sentence: 'each part is found under its own slug',
    counts: 'products where deleted_at is null',
    breaches: `
      select format('part %s is not at its slug %s', p.id, p.slug)
      from products p left join product_slugs s on s.slug = p.slug
      where p.deleted_at is null and s.product_id is distinct from p.id
      union all
      select format('the slug %s does not begin with the name and number of part %s', p.slug, p.id)
      from products p where p.deleted_at is null and not starts_with(p.slug, product_slug(p.name, p.part_number))`,
  },
  {
    name: 'guards',
    sentence: 'the triggers, indexes and constraints that enforce these rules exist and are enabled',
    counts: 'pg_trigger where not tgisinternal',
    breaches: `
      select format('%s is missing, disabled or not valid', guard)
      from (values ${EXPECTED_GUARDS.map((guard) => `('${guard}')`).join(', ')}) expected (guard)
      where guard not in (${GUARDS})`,
  },
]

/** Rules on the card simulator's tables. With Stripe, verify.ts queries Stripe's API instead. */
export const SIMULATOR_INVARIANTS: readonly Invariant[] = [
  {
    name: 'I2b',
    sentence:
      'the card provider (simulator) reports each paid order’s payment as succeeded, with its total in USD',
    counts: 'orders where paid_at is not null',
    breaches: `
      select format('order %s: %s %s of %s %s', o.id, o.transaction_id, coalesce(i.status, 'unknown'), i.amount, i.currency)
      from orders o join purchases p on p.id = o.purchase_id left join simulator.intents i on i.id = o.transaction_id
      where o.transaction_id is not null
        and (i.status, i.amount, i.currency, i.metadata->>'order_id')
            is distinct from ('succeeded', p.total_cents, 'usd', p.id::text)`,
  },
  {
    name: 'I4c',
    sentence: 'the card provider (simulator) captured and refunded the amounts that our payments record',
    counts: 'payments',
    breaches: `
      select format('payment %s is %s%s: captured %s, refunded %s cents', id, state, ', refund ' || refund, captured, returned)
      from (select y.*, coalesce(at_provider.captured, 0) as captured, coalesce(at_provider.returned, 0) as returned
            from (select payments.*, coalesce(p.refunded_cents, 0) as of_order, r.state as refund from payments
                  left join refunds r on r.payment_id = payments.id and r.cause = 'no_order'
                  left join orders o on o.transaction_id = payments.intent_id and line = 1
                  left join purchases p on p.id = o.id) y
            left join (select intent_id, sum(amount) filter (where status = 'succeeded') as captured,
                              sum(amount_refunded) as returned
                       from simulator.charges group by intent_id) at_provider on at_provider.intent_id = y.intent_id) y
      where (y.state in ('succeeded', 'unneeded') and captured <> y.amount_cents)
         or (y.state = 'canceled' and captured <> 0)
         or (y.state <> 'unneeded' and returned <> y.of_order)
         or (y.refund in ('pending', 'done') and returned <> y.amount_cents)`,
  },
]
