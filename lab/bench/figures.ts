/** A measured figure with its bounds. `atLeast` or `atMost`: the required bound; `aim`: the target. */
export type Figure = {
  name: string
  value: number
  unit?: string
  atLeast?: number
  atMost?: number
  aim?: number
  /** Decimals printed. */
  digits?: number
  note?: string
}

/**
 * Prints the figures with their verdicts, and makes the process exit with 1 when a required bound is missed.
 */
export function report(figures: readonly Figure[]): void {
  const missed = figures.filter(isMissed).length
  const verdict = missed === 0 ? 'All required bounds are met.' : `${missed} required bounds are missed.`
  process.stdout.write(`\n${table(figures)}\n\n${verdict}\n`)
  process.exitCode = missed === 0 ? 0 : 1
}

/** True when the required bound is missed. */
function isMissed({ value, atLeast, atMost }: Figure): boolean {
  return !(value >= (atLeast ?? -Infinity) && value <= (atMost ?? Infinity))
}

/** A line per figure: measured, required, aim, verdict, note. */
export function table(figures: readonly Figure[]): string {
  const rows = figures.map((figure) => {
    const { name, value, unit = '', atLeast, atMost, aim, digits = 2, note = '' } = figure
    const sign = atLeast === undefined ? '≤' : '≥'
    const aimed = aim === undefined || (atLeast === undefined ? value <= aim : value >= aim)
    const verdict = isMissed(figure) ? 'MISS' : aimed ? 'ok' : 'ok, aim missed'
    const bound = atLeast ?? atMost
    return [
      name,
      `${value.toFixed(digits)}${unit}`,
      bound === undefined ? '' : `${sign} ${bound}${unit}`,
      aim === undefined ? '' : `${sign} ${aim}${unit}`,
      bound === undefined ? '' : verdict,
      note,
    ]
  })
  const all = [['figure', 'measured', 'required', 'aim', '', ''], ...rows]
  const widths = all[0]?.map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0))) ?? []
  return all
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}
