import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import type { Database } from '#db/connection.ts'

const VEHICLES = path.join(import.meta.dirname, 'vehicles.csv')

type VehicleRow = {
  year: string
  make: string
  model: string
  displacement_l: string
  cylinders: string
  fuel: string
  drive: string
}

/**
 * Imports vehicles.csv into a store without vehicles (21,221 rows; see README.md for their source), in one statement.
 * Real stores need them too: without them the vehicle finder is empty.
 */
export async function importVehicles(db: Database): Promise<void> {
  await db.transaction().execute(async (trx) => {
    // A second store on the same database waits here and then finds them imported.
    await sql`select pg_advisory_xact_lock(hashtext('driveline.vehicles'))`.execute(trx)
    if (!(await hasVehicles(trx))) await insertVehicles(trx)
  })
}

/** Whether vehicles are imported. */
export async function hasVehicles(db: Database): Promise<boolean> {
  const known = await db.selectFrom('vehicles').select('id').limit(1).executeTakeFirst()
  return known !== undefined
}

async function insertVehicles(trx: Database): Promise<void> {
  // Loaded only at a store's first start.
  const { default: Papa } = await import('papaparse')
  const { data: rows } = Papa.parse<VehicleRow>(await readFile(VEHICLES, 'utf8'), {
    header: true,
    skipEmptyLines: true,
  })
  const column = (name: keyof VehicleRow) => rows.map((row) => row[name])
  await sql`
    insert into vehicles (year, make, model, displacement_l, cylinders, fuel, drive)
    select year::smallint, make, model, nullif(displacement, '')::numeric(3,1), nullif(cylinders, '')::smallint, fuel, drive
    from unnest(${column('year')}::text[], ${column('make')}::text[], ${column('model')}::text[],
                ${column('displacement_l')}::text[], ${column('cylinders')}::text[],
                ${column('fuel')}::text[], ${column('drive')}::text[])
      as csv (year, make, model, displacement, cylinders, fuel, drive)`.execute(trx)
}
