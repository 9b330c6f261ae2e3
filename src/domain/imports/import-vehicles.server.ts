import { sql } from 'kysely'
import { z } from 'zod'
import type { Database } from '#db/connection.ts'
import { allowIdleTransaction } from '#db/session-settings.ts'
import { wholeNumber } from '../shared/numbers.ts'
import { boundedText, requiredText } from '../shared/text.ts'
import { findMake, MAKE_ALIASES, vehicleNameKey } from '../vehicles/make-names.ts'
import { modelYear } from '../vehicles/vehicle.ts'
import { batches } from './batches.ts'
import { type ImportProblem, type ImportReport, NOTHING_DONE, NOTHING_TO_REPORT } from './import-report.ts'
import { lockImports } from './lock-imports.server.ts'
import { type LineCells, readCells } from './read-cells.ts'

/** The columns of a vehicles file, as in server/seed/vehicles/vehicles.csv. */
export const VEHICLE_COLUMNS = [
  'make',
  'model',
  'variant',
  'year',
  'displacement_l',
  'cylinders',
  'fuel',
  'drive',
  'source',
] as const
export type VehicleCells = LineCells<(typeof VEHICLE_COLUMNS)[number]>

/** One per year, make, model, variant and engine. Without `source` it is the shop's own. */
const VehicleRow = z.object({
  make: requiredText('Enter the make', 60),
  model: requiredText('Enter the model', 100),
  variant: boundedText(120).optional(),
  year: modelYear({ missing: 'Enter the model year' }),
  displacement_l: boundedText(10)
    .regex(/^(?:0|[1-9]\d?)(?:\.\d)?$/, 'Enter liters with one decimal, such as 2.5')
    .transform((liters) => Number(liters).toFixed(1))
    .optional(),
  cylinders: wholeNumber([1, 99], {
    notWhole: 'Enter the number of cylinders',
    tooSmall: 'An engine has 1 to 99 cylinders',
    tooLarge: 'An engine has 1 to 99 cylinders',
  }).optional(),
  fuel: boundedText(100).default(''),
  drive: boundedText(200).default(''),
  source: z.enum(['epa', 'vpic', 'shop'], 'The source is epa, vpic or shop').default('shop'),
})
type VehicleRow = z.infer<typeof VehicleRow>

/**
 * Adds the vehicles that the store does not have, and corrects fuel and drive of the others. A vehicle of the
 * shop's own is changed only by a file of the shop's own. Vehicles are never removed and keep their ids. For
 * the command line and the first start.
 * @param apply false for a dry run: nothing is written. `finish` is called last, within the transaction.
 * @param isDone called once no other import runs: true leaves everything unchanged.
 * @returns what was or would be done. If a line is refused, nothing is done.
 */
export async function importVehicles(
  db: Database,
  lines: readonly VehicleCells[],
  {
    apply,
    isDone,
    finish,
  }: {
    apply: boolean
    isDone?: (trx: Database) => Promise<boolean>
    finish?: (trx: Database, report: ImportReport) => Promise<void>
  },
): Promise<ImportReport> {
  return db.transaction().execute(async (trx) => {
    await allowIdleTransaction(trx)
    await lockImports(trx, 'vehicles')
    if (await isDone?.(trx)) return NOTHING_TO_REPORT
    const { rows, problems } = readRows(lines, await readSpelling(trx))
    const ok = problems.length === 0
    const counts = { ...NOTHING_DONE, refused: new Set(problems.map(({ line }) => line)).size }
    // In batches, so that statements stay short on a slow machine.
    for (const batch of batches(rows, VEHICLES_PER_STATEMENT)) {
      const counted = await mergeVehicles(trx, batch, { write: apply && ok })
      for (const key of ['added', 'changed', 'unchanged'] as const) counts[key] += counted[key]
    }
    const report = { ok, counts, problems, changes: [], changeCount: 0 }
    if (apply && ok) await finish?.(trx, report)
    return report
  })
}

const VEHICLES_PER_STATEMENT = 5_000

/** The spelling of makes and models: the store's, otherwise that of the file's first line. */
type Spelling = { makes: string[]; models: Map<string, string> }

async function readSpelling(db: Database): Promise<Spelling> {
  const rows = await db.selectFrom('vehicles').distinct().select(['make', 'model']).execute()
  return {
    makes: [...new Set([...rows.map(({ make }) => make), ...MAKE_ALIASES.values()])],
    models: new Map(rows.map(({ make, model }) => [`${make}\t${vehicleNameKey(model)}`, model])),
  }
}

function readRows(lines: readonly VehicleCells[], { makes, models }: Spelling) {
  const problems: ImportProblem[] = []
  const firstLines = new Map<string, number>()
  const rows: VehicleRow[] = []
  // Each make is compared with all others once, not on each of its thousand lines: that would delay the
  // transaction.
  const spelledMakes = new Map<string, string>()
  for (const cells of lines) {
    const result = readCells(VehicleRow, cells)
    if (!result.ok) {
      problems.push(...result.problems)
      continue
    }
    const make = spelledMakes.get(result.row.make) ?? findMake(result.row.make, makes) ?? result.row.make
    spelledMakes.set(result.row.make, make)
    if (!makes.includes(make)) makes.push(make)
    const modelKey = `${make}\t${vehicleNameKey(result.row.model)}`
    const model = models.get(modelKey) ?? result.row.model
    models.set(modelKey, model)
    const row = { ...result.row, make, model }
    const { line } = cells
    const key = JSON.stringify([make, model, row.variant, row.year, row.displacement_l, row.cylinders])
    const first = firstLines.get(key)
    if (first === undefined) rows.push(row)
    else
      problems.push({
        line,
        code: 'duplicate_vehicle',
        field: 'model',
        message: `Line ${first} has this vehicle already. Remove one of the two lines.`,
      })
    firstLines.set(key, first ?? line)
  }
  return { rows, problems }
}

type Counts = { added: number; changed: number; unchanged: number }

/** Adds and changes vehicles of the store as the rows say. Returns the counts; without `write` only those. */
async function mergeVehicles(
  db: Database,
  rows: readonly VehicleRow[],
  { write }: { write: boolean },
): Promise<Counts> {
  const writes = sql`,
    changed as (
      update vehicles v set fuel = coalesce(nullif(c.fuel, ''), v.fuel), drive = coalesce(nullif(c.drive, ''), v.drive), source = c.source
      from compared c where c.differs and v.id = c.id),
    added as (
      insert into vehicles (make, model, variant, year, displacement_l, cylinders, fuel, drive, source)
      select make, model, variant, year, displacement_l, cylinders, fuel, drive, source from compared where id is null
      order by line)`
  const counted = await sql<Counts>`
    with file as (
      select * from rows from (json_to_recordset(${JSON.stringify(rows)}) as (
        make text, model text, variant text, year smallint, displacement_l numeric(3,1), cylinders smallint, fuel text, drive text,
        source text)) with ordinality as file (make, model, variant, year, displacement_l, cylinders, fuel, drive, source, line)),
    compared as (
      select file.*, v.id,
        not (v.source = 'shop' and file.source <> 'shop')
          and (file.fuel not in ('', v.fuel) or file.drive not in ('', v.drive)) as differs
      from file left join vehicles v on v.make = file.make and v.model = file.model and v.year = file.year
        and (v.variant, v.displacement_l, v.cylinders) is not distinct from (file.variant, file.displacement_l, file.cylinders))
    ${write ? writes : sql``}
    select count(*) filter (where id is null)::int as added, count(*) filter (where differs)::int as changed,
      count(*) filter (where id is not null and not differs)::int as unchanged
    from compared`.execute(db)
  return counted.rows[0] ?? { added: 0, changed: 0, unchanged: 0 }
}
