import type { FitVerdict } from '#domain/vehicles/fit-verdict.ts'
import { dependsText, fitTitle } from '#domain/vehicles/fit-words.ts'
import type { CardFit } from './product-card.tsx'

/**
 * What cards say of a vehicle, by the id of the part. Worded on the server, so that the browser loads no code for it. Where the engine is not
 * chosen, the list asks for it once, and the cards that depend on it only say so: the part's page and the order form have the condition.
 */
export function cardFits(fits: Readonly<Record<string, FitVerdict>>, model = ''): Record<string, CardFit> {
  return Object.fromEntries(
    Object.entries(fits).map(([id, fit]): [string, CardFit] => {
      if (fit.missing?.includes('engine')) return [id, { tone: 'quiet', text: dependsText(fit.missing) }]
      return [id, { tone: fit.verdict === 'fits' ? 'ok' : 'caution', text: fitTitle(fit, model) }]
    }),
  )
}
