import { z } from 'zod'
import { wholeNumber } from '../../shared/numbers.ts'
import { requiredText } from '../../shared/text.ts'
import { FIRST_YEAR, LAST_YEAR, YEAR_WORDS } from '../../vehicles/vehicle.ts'
import type { ImportProblem } from '../import-report.ts'
import { type LineCells, readCells } from '../read-cells.ts'
import { readWholeCsv } from '../read-csv.ts'

/** The columns of the file that says what the numbers of base vehicles mean. */
const BASE_VEHICLE_COLUMNS = ['base_vehicle_id', 'make', 'model', 'year'] as const
type BaseVehicleCells = LineCells<(typeof BASE_VEHICLE_COLUMNS)[number]>

const BaseVehicleRow = z.object({
  base_vehicle_id: requiredText('Enter the number of the base vehicle', 20).regex(
    /^\d+$/,
    'The number of a base vehicle has digits only',
  ),
  make: requiredText('Enter the make', 60),
  model: requiredText('Enter the model', 100),
  year: wholeNumber([FIRST_YEAR, LAST_YEAR], { ...YEAR_WORDS, missing: 'Enter the model year' }),
})
export type BaseVehicle = { make: string; model: string; year: number }

/** What the map beside an ACES file says; a file without such numbers needs none. Its problems name it. */
export async function readMap(bytes: AsyncIterable<Uint8Array> | null): Promise<{
  vehicles: Map<string, BaseVehicle>
  problems: ImportProblem[]
  ignored: string[]
}> {
  if (!bytes) return { vehicles: new Map(), problems: [], ignored: [] }
  const file = await readWholeCsv(bytes, BASE_VEHICLE_COLUMNS)
  const { vehicles, problems } = readBaseVehicles(file.lines)
  const ofMap = [...file.problems, ...problems].map((problem) => ({
    ...problem,
    field: 'map',
    message: `In the map: ${problem.message}`,
  }))
  return { vehicles, problems: ofMap, ignored: file.ignored }
}

/** What base vehicles are, by their number, and the lines that are refused. */
function readBaseVehicles(lines: readonly BaseVehicleCells[]): {
  vehicles: Map<string, BaseVehicle>
  problems: ImportProblem[]
} {
  const vehicles = new Map<string, BaseVehicle>()
  const problems: ImportProblem[] = []
  for (const cells of lines) {
    const read = readCells(BaseVehicleRow, cells)
    if (!read.ok) {
      problems.push(...read.problems)
      continue
    }
    const { base_vehicle_id: id, make, model, year } = read.row
    const other = vehicles.get(id)
    if (other && JSON.stringify(other) !== JSON.stringify({ make, model, year }))
      problems.push({
        line: cells.line,
        code: 'duplicate_base_vehicle',
        field: 'base_vehicle_id',
        message: `Base vehicle ${id} is a ${other.year} ${other.make} ${other.model} on an earlier line.`,
      })
    vehicles.set(id, { make, model, year })
  }
  return { vehicles, problems }
}
