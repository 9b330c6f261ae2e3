import { type Engine, engineKey } from './vehicle.ts'

/**
 * The one engine that these words describe: liters ("1.8", "1.8L"), cylinders ("v6", "4cyl") or both.
 * @param used the indexes of words that mean something else.
 * @returns its key, and the indexes of its words; undefined if they describe none, or several.
 */
export function engineIn(words: readonly string[], used: ReadonlySet<number>, engines: readonly Engine[]) {
  const free = words.flatMap((word, at) => (used.has(at) ? [] : [{ at, word: word.toLowerCase() }]))
  const liters = free.filter(({ word }) => /^\d{1,2}\.\d(?:l|lt|liters?|litres?)?$/.test(word))
  const cylinders = free.filter(({ word }) => /^(?:[vi]\d{1,2}|\d{1,2}-?cyl(?:inders?)?)$/.test(word))
  if (liters.length > 1 || cylinders.length > 1 || liters.length + cylinders.length === 0) return undefined
  const wanted = liters[0] && Number.parseFloat(liters[0].word).toFixed(1)
  const count = cylinders[0] && Number(cylinders[0].word.replaceAll(/\D/g, ''))
  const meant = engines.filter(
    (engine) =>
      (wanted === undefined || engine.displacementL === wanted) &&
      (count === undefined || engine.cylinders === count),
  )
  const [engine] = meant
  if (!engine || meant.length !== 1) return undefined
  const units = free.filter(({ word, at }) => word === 'l' && at - 1 === liters[0]?.at)
  return { key: engineKey(engine), used: [...liters, ...cylinders, ...units].map(({ at }) => at) }
}
