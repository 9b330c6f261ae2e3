import { createReadStream } from 'node:fs'
import path from 'node:path'
import type { Database } from '#db/connection.ts'
import { importVehicles, VEHICLE_COLUMNS, type VehicleCells } from '#domain/imports/import-vehicles.server.ts'
import { readWholeCsv } from '#domain/imports/read-csv.ts'

const VEHICLES_FILE = path.join(import.meta.dirname, 'vehicles.csv')

/**
 * The last model year of vehicles.csv. A store with vehicles of the list up to an earlier year gets the newer
 * ones at its next start.
 */
export const NEWEST_YEAR = 2026

/**
 * Adds the missing vehicles of vehicles.csv (see README.md for its source). Real stores need it too: without
 * vehicles the finder is empty.
 * @throws Error when a line of the file is invalid.
 */
export async function seedVehicles(db: Database): Promise<void> {
  const report = await importVehicles(db, await readVehiclesFile(), { apply: true, isDone: hasVehicles })
  if (!report.ok) throw new Error(`vehicles.csv: ${JSON.stringify(report.problems[0])}`)
}

/**
 * Whether the store has the vehicles of vehicles.csv, or of a newer list: the newest year of both EPA's
 * vehicles and vPIC's heavy trucks.
 */
export async function hasVehicles(db: Database): Promise<boolean> {
  const known = await db
    .selectFrom('vehicles')
    .select('source')
    .distinct()
    .where('source', 'in', ['epa', 'vpic'])
    .where('year', '>=', NEWEST_YEAR)
    .execute()
  return known.length === 2
}

/**
 * The lines of vehicles.csv, without blank cells.
 * @throws Error when the table is invalid.
 */
export async function readVehiclesFile(): Promise<VehicleCells[]> {
  const { lines, problems } = await readWholeCsv(createReadStream(VEHICLES_FILE), VEHICLE_COLUMNS)
  if (problems.length > 0) throw new Error(`vehicles.csv: ${JSON.stringify(problems[0])}`)
  return lines
}
