import { sql } from 'kysely'
import type { Database } from '#db/connection.ts'
import type { DeliveryTable } from './delivery-table.ts'
import { FIRST_DELIVERY } from './first-delivery.ts'

/** The store's delivery, in one statement. Revision 0: the owner has entered nothing yet. */
export async function readDelivery(db: Database): Promise<{ revision: number; table: DeliveryTable }> {
  const { rows } = await sql<DeliveryTable & { revision: number }>`
    select s.revision,
      (select coalesce(json_agg(json_build_object('id', m.id, 'name', m.name, 'daysMin', m.days_min, 'daysMax', m.days_max,
         'carriesOversize', m.carries_oversize, 'carriesDangerous', m.carries_dangerous, 'toPoBox', m.to_po_box,
         'active', m.active) order by m.position), '[]') from delivery_methods m) as methods,
      (select coalesce(json_agg(json_build_object('id', z.id, 'name', z.name, 'areas',
         (select coalesce(json_agg(json_build_object('country', a.country, 'region', a.region, 'postalPrefix', a.postal_prefix)
            order by a.country, a.region nulls first, a.postal_prefix nulls first), '[]')
          from delivery_areas a where a.zone_id = z.id)) order by z.position), '[]') from delivery_zones z) as zones,
      (select coalesce(json_agg(json_build_object('methodId', p.method_id, 'zoneId', p.zone_id, 'upToGrams', p.up_to_grams,
         'priceCents', p.cents) order by pm.position, pz.position, p.up_to_grams), '[]')
       from delivery_prices p join delivery_methods pm on pm.id = p.method_id join delivery_zones pz on pz.id = p.zone_id) as prices,
      (select coalesce(json_agg(json_build_object('methodId', t.method_id, 'zoneId', t.zone_id, 'freeFromCents', t.free_from_cents,
         'oversizeCents', t.oversize_cents) order by tm.position, tz.position), '[]')
       from delivery_terms t join delivery_methods tm on tm.id = t.method_id join delivery_zones tz on tz.id = t.zone_id) as terms
    from delivery_settings s`.execute(db)
  const [stored] = rows
  if (!stored) return { revision: 0, table: FIRST_DELIVERY }
  const { revision, ...table } = stored
  return { revision, table }
}
