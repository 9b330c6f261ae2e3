import { sql } from 'kysely'
import type { Database } from '#db/connection.ts'
import type { FieldProblem } from '../shared/outcome.ts'
import { type Fitment, fitmentLabel } from './fitment.ts'
import { BASE_VARIANT, engineLabel, parseEngineKey } from './vehicle.ts'

/**
 * The problems of fitments with unknown vehicles: each vehicle must exist in at least one of its years, with
 * its variant and engine if given. `field` is the fitment's path, such as `fits.3`.
 */
export async function checkFitments(db: Database, fits: readonly Fitment[]): Promise<FieldProblem[]> {
  const engines = fits.map(({ engine }) => (engine === null ? null : parseEngineKey(engine)))
  const { rows } = await sql<{ model_known: boolean; engine_known: boolean }>`
    select count(v.id) > 0 as model_known,
           count(v.id) filter (where asked.every_engine or (v.displacement_l, v.cylinders)
                               is not distinct from (asked.displacement_l, asked.cylinders)) > 0 as engine_known
    from unnest(${fits.map(({ make }) => make)}::text[], ${fits.map(({ model }) => model)}::text[],
                ${fits.map(({ variant }) => variant)}::text[],
                ${fits.map(({ yearFrom }) => yearFrom)}::smallint[], ${fits.map(({ yearTo }) => yearTo)}::smallint[],
                ${engines.map((engine) => engine === null)}::boolean[],
                ${engines.map((engine) => engine?.displacementL ?? null)}::numeric[],
                ${engines.map((engine) => engine?.cylinders ?? null)}::smallint[])
         with ordinality as asked (make, model, variant, year_from, year_to, every_engine, displacement_l, cylinders, line)
    left join vehicles v on v.make = asked.make and v.model = asked.model and v.year between asked.year_from and asked.year_to
                        and (asked.variant is null or coalesce(v.variant, ${BASE_VARIANT}) = asked.variant)
    group by asked.line order by asked.line`.execute(db)
  return fits.flatMap((fitment, at) => {
    const row = rows[at]
    if (row?.engine_known) return []
    const engine = engines[at]
    const vehicle = fitmentLabel({ ...fitment, engine: null })
    const problem =
      row?.model_known && engine
        ? `No ${vehicle} has the engine ${engineLabel(engine)}. Choose one of its engines, or every engine.`
        : `The store does not list the ${vehicle}. Choose make, model, years and variant from the list.`
    return [{ field: `fits.${at}`, code: 'unknown_vehicle', message: `Line ${at + 1}: ${problem}` }]
  })
}
