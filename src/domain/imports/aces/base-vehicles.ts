import { z } from 'zod'
import { requiredText } from '../../shared/text.ts'
import { modelYear } from '../../vehicles/vehicle.ts'
import type { ImportProblem } from '../import-report.ts'
import { withPauses } from '../pause-if-due.ts'
import { ProblemList } from '../problem-list.ts'
import { type LineCells, readCells } from '../read-cells.ts'
import { readCsv } from '../read-csv.ts'

/** The columns of the map: the file that defines the base vehicle numbers. */
const BASE_VEHICLE_COLUMNS = ['base_vehicle_id', 'make', 'model', 'year'] as const
type BaseVehicleCells = LineCells<(typeof BASE_VEHICLE_COLUMNS)[number]>

const BaseVehicleRow = z.object({
  base_vehicle_id: requiredText('Enter the base vehicle number', 20).regex(
    /^\d+$/,
    'A base vehicle number has digits only',
  ),
  make: requiredText('Enter the make', 60),
  model: requiredText('Enter the model', 100),
  year: modelYear({ missing: 'Enter the model year' }),
})
export type BaseVehicle = { make: string; model: string; year: number }

/** Reads the map that comes with an ACES file; files without base vehicle numbers need none. */
export async function readMap(bytes: AsyncIterable<Uint8Array> | null): Promise<{
  vehicles: Map<string, BaseVehicle>
  problems: ImportProblem[]
  ignored: string[]
}> {
  const vehicles = new Map<string, BaseVehicle>()
  if (!bytes) return { vehicles, problems: [], ignored: [] }
  const mapProblems = new ProblemList()
  const file = readCsv(bytes, BASE_VEHICLE_COLUMNS)
  for await (const lines of file.lines)
    for await (const cells of withPauses(lines))
      for (const problem of readLine(cells, vehicles)) mapProblems.add(problem.message, problem)
  const problems = [...file.problems, ...mapProblems.list()].map((problem) => ({
    ...problem,
    field: 'map',
    message: `In the map: ${problem.message}`,
  }))
  return { vehicles, problems, ignored: file.ignored }
}

/** Adds the line's base vehicle to `vehicles`, or returns why the line is refused. */
function readLine(cells: BaseVehicleCells, vehicles: Map<string, BaseVehicle>): ImportProblem[] {
  const result = readCells(BaseVehicleRow, cells)
  if (!result.ok) return result.problems
  const { base_vehicle_id: id, make, model, year } = result.row
  const other = vehicles.get(id)
  vehicles.set(id, { make, model, year })
  if (!other || (other.make === make && other.model === model && other.year === year)) return []
  return [
    {
      line: cells.line,
      code: 'duplicate_base_vehicle',
      field: 'base_vehicle_id',
      message: `Base vehicle ${id} is a ${other.year} ${other.make} ${other.model} on an earlier line. Remove the wrong one.`,
    },
  ]
}
