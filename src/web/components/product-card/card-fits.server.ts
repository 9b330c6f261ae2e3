import type { FitVerdict } from '#domain/vehicles/fit-verdict.ts'
import { fitTitle } from '#domain/vehicles/fit-words.ts'

/** What cards say of a vehicle, by the id of the part. Worded on the server, so that the browser loads no code for it. */
export function cardFits(
  fits: Readonly<Record<string, FitVerdict>>,
  model = '',
): Record<string, { isSure: boolean; text: string }> {
  const said = Object.entries(fits).map(([id, fit]) => {
    const isSure = fit.verdict === 'fits'
    return [id, { isSure, text: fitTitle(fit, model) }] as const
  })
  return Object.fromEntries(said)
}
