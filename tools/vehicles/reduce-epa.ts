// Writes the vehicles of the finder:
//   npm exec -- node tools/vehicles/reduce-epa.ts <vehicles.csv of EPA> <vpic.db.gz of NHTSA>
// EPA's file needs the columns year, make, base_model, model, displacement_l, cylinders, fuel, drive. See
// src/server/seed/vehicles/README.md.
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import Papa from 'papaparse'
import { findHeavyTrucks } from './find-heavy-trucks.ts'
import { addTrucks, nameVehicles, type EpaRow } from './name-vehicles.ts'
import { withUnpacked } from './with-unpacked.ts'

const OUT = path.join(import.meta.dirname, '../../src/server/seed/vehicles/vehicles.csv')

const [epa, vpic] = process.argv.slice(2)
if (epa === undefined || vpic === undefined)
  throw new Error('Name both files: npm exec -- node tools/vehicles/reduce-epa.ts vehicles.csv vpic.db.gz')
const { data } = Papa.parse<EpaRow>(await readFile(epa, 'utf8'), { header: true, skipEmptyLines: true })
const trucks = withUnpacked(vpic, (unpacked) => {
  const database = new DatabaseSync(unpacked)
  const found = findHeavyTrucks(database)
  database.close()
  return found
})
const rows = addTrucks(nameVehicles(data), trucks)
await writeFile(OUT, `${Papa.unparse(rows, { newline: '\n' })}\n`)
process.stdout.write(`${rows.length} vehicles in ${OUT}\n`)
