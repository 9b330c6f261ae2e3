import type { FitVerdict } from '#domain/vehicles/fit-verdict.ts'
import { dependsText, fitTitle } from '#domain/vehicles/fit-words.ts'
import type { CardFit } from './product-card.tsx'

/**
 * The cards' fit texts for a vehicle, by part id. Worded on the server, so that the browser loads no code for
 * it. While the engine is not chosen, the list asks for it once, and the cards that depend on it only mention
 * that: the part's page and the order form state the condition.
 */
export function cardFits(fits: Readonly<Record<string, FitVerdict>>, model = ''): Record<string, CardFit> {
  return Object.fromEntries(
    Object.entries(fits).map(([id, fit]): [string, CardFit] => {
      if (fit.missing?.includes('engine')) return [id, { tone: 'quiet', text: dependsText(fit.missing) }]
      return [id, { tone: fit.verdict === 'fits' ? 'ok' : 'caution', text: fitTitle(fit, model) }]
    }),
  )
}
