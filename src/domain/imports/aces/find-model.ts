import { findMake, modelAliases, vehicleNameKey } from '../../vehicles/make-names.ts'
import type { NamedModel } from '../../vehicles/read-vehicle-words.ts'
import { BASE_VARIANT } from '../../vehicles/vehicle.ts'

/** A model of the store, one of its variants, or the vehicles of it that `option` describes. */
export type ModelMatch = { model: NamedModel; variant: string | null; option: string | null }

/**
 * Finds the vehicles that these names mean, in any spelling. No `match`: the make has no such model, or
 * several. No `make`: it is unknown.
 */
export type FindModel = (make: string, model: string) => { make?: string; match?: ModelMatch }

/** Words after the model at the end of a name: "TT Coupe", "Express Cargo Van". */
const MAX_MORE_WORDS = 3

/**
 * Looks models up by the names that catalogs use: the model ("F-150"), the model with its variant ("F-150
 * Pickup 4WD"), the variant alone ("328i xDrive"), or the model and more words ("TT Coupe"), which then
 * become the option. A name that several models share matches none of them.
 */
export function createModelIndex(models: readonly NamedModel[]): FindModel {
  const makes = [...new Set(models.map(({ make }) => make))]
  const makesOfNames = new Map<string, string | undefined>()
  const byModel = new Map<string, NamedModel>()
  const byVariant = new Map<string, ModelMatch | null>()
  const keyOf = (make: string, name: string) => `${make}\t${vehicleNameKey(name)}`
  for (const model of models) {
    byModel.set(keyOf(model.make, model.model), model)
    for (const variant of model.variants) {
      if (variant === BASE_VARIANT) continue
      for (const name of new Set([`${model.model} ${variant}`, variant])) {
        const key = keyOf(model.make, name)
        const other = byVariant.get(key)
        byVariant.set(key, other === undefined ? { model, variant, option: null } : null)
      }
    }
  }
  for (const model of models)
    for (const alias of modelAliases(model.model)) {
      const key = keyOf(model.make, alias)
      if (!byModel.has(key)) byModel.set(key, model)
    }
  return (makeName, name) => {
    if (!makesOfNames.has(makeName)) makesOfNames.set(makeName, findMake(makeName, makes))
    const make = makesOfNames.get(makeName)
    if (make === undefined) return {}
    const model = byModel.get(keyOf(make, name))
    if (model) return { make, match: { model, variant: null, option: null } }
    const ofVariant = byVariant.get(keyOf(make, name))
    if (ofVariant) return { make, match: ofVariant }
    const words = name.split(' ')
    for (let more = 1; more <= MAX_MORE_WORDS && more < words.length; more += 1) {
      const shorter = byModel.get(keyOf(make, words.slice(0, -more).join(' ')))
      if (shorter)
        return { make, match: { model: shorter, variant: null, option: words.slice(-more).join(' ') } }
    }
    return { make }
  }
}
