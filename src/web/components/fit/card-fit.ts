import type { FitVerdict } from '#domain/vehicles/fit-verdict.ts'
import { dependsText, fitTitle } from '#domain/vehicles/fit-words.ts'

/** The line of a card about a vehicle. `path`: where its engine is chosen, when only that is open. */
export type CardFit = Pick<FitVerdict, 'verdict'> & { text: string; path?: string }

/**
 * The cards' lines about a vehicle, by part id. While the engine is not chosen, the list asks for it once,
 * and the cards that depend on it only mention that: the part's page and the order form state the condition.
 * @param vehicle as the lines call it: "your Civic".
 * @param enginePath of the list of its engines.
 */
export function cardFits(
  fits: Iterable<readonly [id: string, FitVerdict]>,
  vehicle: string,
  enginePath: string,
): Record<string, CardFit> {
  return Object.fromEntries(Array.from(fits, ([id, fit]) => [id, cardFit(fit, vehicle, enginePath)]))
}

function cardFit(fit: FitVerdict, vehicle: string, enginePath: string): CardFit {
  const { verdict, missing = [] } = fit
  if (!missing.includes('engine')) return { verdict, text: fitTitle(fit, vehicle) }
  return missing.length === 1
    ? { verdict, text: 'Pick your engine to confirm', path: enginePath }
    : { verdict, text: dependsText(missing) }
}
