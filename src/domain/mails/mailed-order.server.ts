import { type RawBuilder, sql } from 'kysely'

/**
 * SQL: the columns of a MailedOrder, from `orders o join accounts a … join purchases w on w.id =
 * o.purchase_id`. Amounts are cents.
 */
export const MAILED_ORDER: RawBuilder<unknown> = sql`
  o.*, case when a.closed_at is null then a.name else o.customer_name end as account_name, a.email_verified,
  (select jsonb_build_object('id', d.id, 'kind', d.kind, 'year', d.year, 'number', d.number)
   from documents d where d.purchase_id = o.purchase_id and d.kind = 'invoice') as invoice,
  jsonb_build_object(
    'partsCents', w.parts_cents, 'coreCents', w.core_cents, 'coreDays', core_days(w.id), 'deliveryCents', w.delivery_cents,
    'deliveryName', w.delivery_name, 'daysMin', w.delivery_days_min, 'daysMax', w.delivery_days_max, 'taxCents', w.tax_cents, 'taxContained', w.tax_contained,
    'totalCents', w.total_cents) as purchase,
  (select jsonb_agg(jsonb_build_object(
     'orderId', l.id, 'address', l.customer_address, 'name', l.product_name, 'number', lp.part_number, 'vehicle', l.vehicle, 'quantity', l.quantity,
     'unit', l.unit, 'unitCents', l.unit_price_cents, 'coreUnitCents', l.core_unit_cents, 'picture', l.picture,
     'returnable', lp.returnable, 'canceled', l.canceled_quantity,
     'open', l.quantity - l.canceled_quantity - l.shipped_quantity) order by l.line)
   from orders l join products lp on lp.id = l.product_id where l.purchase_id = o.purchase_id) as parts`
