import type pg from 'pg'

/**
 * The reads of a table by one plan step: the loops of the step and its total rows, including filtered ones.
 */
export type TableRead = { table: string; step: string; runs: number; rows: number }

type Step = {
  'Node Type': string
  'Relation Name'?: string
  'Actual Loops': number
  'Actual Rows': number
  'Rows Removed by Filter'?: number
  'Rows Removed by Index Recheck'?: number
  Plans?: Step[]
}

/**
 * Runs a statement and returns the rows it read per table. Index steps below a bitmap heap scan count as that
 * scan.
 */
export async function readsOf(
  client: pg.ClientBase,
  text: string,
  values: unknown[] = [],
): Promise<TableRead[]> {
  const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: Step }] }>(
    `explain (analyze, timing off, format json) ${text}`,
    values,
  )
  const plan = rows[0]?.['QUERY PLAN'][0].Plan
  const steps = (step: Step): Step[] => [step, ...(step.Plans ?? []).flatMap(steps)]
  return (plan ? steps(plan) : []).flatMap((step) => {
    const table = step['Relation Name']
    if (table === undefined || !step['Node Type'].includes('Scan')) return []
    const perRun =
      step['Actual Rows'] +
      (step['Rows Removed by Filter'] ?? 0) +
      (step['Rows Removed by Index Recheck'] ?? 0)
    const runs = step['Actual Loops']
    return [{ table, step: step['Node Type'], runs, rows: Math.round(perRun * runs) }]
  })
}
