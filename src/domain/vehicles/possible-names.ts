import { spansOf, type VehicleNames, vehicleWords } from './read-vehicle-words.ts'

/** Whether some of the words are the name of a make or model. */
export function mayNameVehicle(text: string, names: VehicleNames): boolean {
  return possibleNames(text, names).length > 0
}

/** Lower-case words of a text that may be in the name of this make, or of this model. */
export type PossibleName = { words: readonly string[]; make: string; model?: string }

/** The makes and models that words of the text may name. */
export function possibleNames(text: string, { makes, models }: VehicleNames): PossibleName[] {
  const typed = vehicleWords(text.toLowerCase())
  return spansOf(typed, undefined).flatMap(({ name, at }) => {
    const words = at.map((word) => typed[word] ?? '')
    const make = makes.get(name)
    const named = models.get(name) ?? []
    return [
      ...(make === undefined ? [] : [{ words, make }]),
      ...named.map(({ make, model }) => ({ words, make, model })),
    ]
  })
}
