import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Database } from '#db/connection.ts'
import { importVehicles, type VehicleCells } from '#domain/imports/import-vehicles.server.ts'

const VEHICLES = path.join(import.meta.dirname, 'vehicles.csv')

/** The last model year of vehicles.csv. A store with vehicles of the list up to an earlier year gets the newer ones at its next start. */
export const NEWEST_YEAR = 2026

/**
 * Adds what is missing of vehicles.csv (see README.md for its source). Real stores need it too: without vehicles the finder is empty.
 * @throws Error when a line of the file is invalid.
 */
export async function seedVehicles(db: Database): Promise<void> {
  const report = await importVehicles(db, await readVehicles(), { apply: true, isDone: hasVehicles })
  if (!report.ok) throw new Error(`vehicles.csv: ${JSON.stringify(report.problems[0])}`)
}

/** Whether the store has the vehicles of vehicles.csv, or of a newer list: the newest year of EPA's and of the heavy trucks of vPIC. */
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

/** The lines of vehicles.csv, without blank cells. */
export async function readVehicles(): Promise<VehicleCells[]> {
  // Loaded only at a store's first start.
  const { default: Papa } = await import('papaparse')
  const { data } = Papa.parse<Record<string, string>>(await readFile(VEHICLES, 'utf8'), {
    header: true,
    skipEmptyLines: true,
  })
  return data.map((row, at) => ({
    line: at + 2,
    cells: Object.fromEntries(Object.entries(row).filter(([, text]) => text !== '')),
  }))
}
