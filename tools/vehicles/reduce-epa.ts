// Writes the vehicles of the finder from EPA's fuel-economy list: npm run vehicles -- <vehicles.csv of EPA>
// The file needs the columns year, make, base_model, model, displacement_l, cylinders, fuel, drive. See src/server/seed/vehicles/README.md.
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import Papa from 'papaparse'
import { nameVehicles, type EpaRow } from './name-vehicles.ts'

const OUT = path.join(import.meta.dirname, '../../src/server/seed/vehicles/vehicles.csv')

const [file] = process.argv.slice(2)
if (file === undefined) throw new Error('Name the file: npm run vehicles -- vehicles.csv')
const { data } = Papa.parse<EpaRow>(await readFile(file, 'utf8'), { header: true, skipEmptyLines: true })
const rows = nameVehicles(data)
await writeFile(OUT, `${Papa.unparse(rows, { newline: '\n' })}\n`)
process.stdout.write(`${rows.length} vehicles in ${OUT}\n`)
