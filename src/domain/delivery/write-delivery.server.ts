import { sql } from 'kysely'
import type { Database } from '#db/connection.ts'
import type { DeliveryTable } from './delivery-table.ts'

/**
 * Replaces the store's delivery, and counts its revision. Methods that stay keep their row. Call it in the
 * transaction that has compared the revision.
 * @param changedBy null: the store itself.
 */
export async function writeDelivery(
  trx: Database,
  { methods, zones, prices, terms }: DeliveryTable,
  changedBy: string | null,
): Promise<void> {
  const areas = zones.flatMap(({ id, areas }) => areas.map((area) => ({ zoneId: id, ...area })))
  const json = (rows: readonly object[]) =>
    JSON.stringify(rows.map((row, position) => ({ ...row, position })))
  await sql`delete from delivery_zones`.execute(trx)
  await sql`delete from delivery_methods where not id = any (${methods.map(({ id }) => id)}::uuid[])`.execute(
    trx,
  )
  await sql`delete from delivery_prices`.execute(trx)
  await sql`
    insert into delivery_methods (id, name, days_min, days_max, carries_oversize, carries_dangerous, to_po_box, active, position)
    select id, name, "daysMin", "daysMax", "carriesOversize", "carriesDangerous", "toPoBox", active, position
    from json_to_recordset(${json(methods)}) as rows (id uuid, name text, "daysMin" integer, "daysMax" integer,
      "carriesOversize" boolean, "carriesDangerous" boolean, "toPoBox" boolean, active boolean, position integer)
    on conflict (id) do update set name = excluded.name, days_min = excluded.days_min, days_max = excluded.days_max,
      carries_oversize = excluded.carries_oversize, carries_dangerous = excluded.carries_dangerous,
      to_po_box = excluded.to_po_box, active = excluded.active, position = excluded.position`.execute(trx)
  await sql`
    insert into delivery_zones (id, name, position)
    select id, name, position from json_to_recordset(${json(zones)}) as rows (id uuid, name text, position integer)`.execute(
    trx,
  )
  await sql`
    insert into delivery_areas (zone_id, country, region, postal_prefix)
    select "zoneId", country, region, "postalPrefix" from json_to_recordset(${json(areas)})
      as rows ("zoneId" uuid, country text, region text, "postalPrefix" text)`.execute(trx)
  await sql`
    insert into delivery_prices (method_id, zone_id, up_to_grams, cents)
    select "methodId", "zoneId", "upToGrams", "priceCents" from json_to_recordset(${json(prices)})
      as rows ("methodId" uuid, "zoneId" uuid, "upToGrams" integer, "priceCents" integer)`.execute(trx)
  await sql`
    insert into delivery_terms (method_id, zone_id, free_from_cents, oversize_cents)
    select "methodId", "zoneId", "freeFromCents", "oversizeCents" from json_to_recordset(${json(terms)})
      as rows ("methodId" uuid, "zoneId" uuid, "freeFromCents" integer, "oversizeCents" integer)`.execute(trx)
  await sql`
    insert into delivery_settings (revision, changed_by) values (1, ${changedBy})
    on conflict (is_only) do update set revision = delivery_settings.revision + 1, changed_by = excluded.changed_by,
      changed_at = clock_timestamp()`.execute(trx)
}
