import type { FitFact, FitVerdict } from './fit-verdict.ts'

// Does not import the schema library, which public pages do not load.

/**
 * A verdict in one line about `vehicle`, its full name or its model: "Fits your Civic", "Fits if it has
 * front-wheel drive".
 */
export function fitTitle(
  { verdict, reason }: Pick<FitVerdict, 'verdict' | 'reason'>,
  vehicle: string,
): string {
  if (verdict === 'fits') return `Fits ${vehicle}`
  if (verdict === 'fits_if') return reason
  if (verdict === 'does_not_fit') return `Doesn’t fit ${vehicle}`
  return `We can’t confirm this fits ${vehicle}`
}

const FACT_LABELS: Record<FitFact, string> = {
  make: 'make',
  year: 'year',
  model: 'model',
  engine: 'engine',
  variant: 'variant',
  drive: 'drive',
  body: 'body',
  built: 'build date',
  option: 'other details',
}

/** The missing facts, short enough for a card in a list: "Check engine and drive". */
export function dependsText(missing: readonly FitFact[]): string {
  return `Check ${new Intl.ListFormat('en').format(missing.map((fact) => FACT_LABELS[fact]))}`
}

/** The line of an order about its vehicle: "Fits the 2012 Honda Civic if it has front-wheel drive". */
export function orderFitText({
  vehicle,
  verdict,
  reason,
}: Pick<FitVerdict, 'verdict' | 'reason'> & { vehicle: string }): string {
  const car = `the ${vehicle}`
  if (verdict === 'fits_if') return `Fits ${car}${reason.slice('Fits'.length)}`
  const title = fitTitle({ verdict, reason }, car)
  return verdict === 'fits' ? title : `${title}. ${reason}`
}
