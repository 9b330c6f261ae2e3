import { vehicleNameKey } from './make-names.ts'
import { type NamedModel, namesOf, spelledVehicle, type VehicleNames } from './read-vehicle-words.ts'

/**
 * The vehicle of a part with make and model as the store spells them. A name that means only some vehicles of
 * a model, such as "325i" of the 3 Series, stays unchanged: the part must not fit the others.
 */
export function spelledFitment<Vehicle extends { make: string; model: string }>(
  fitment: Vehicle,
  names: VehicleNames,
): Vehicle {
  const spelled = spelledVehicle(fitment, names)
  const isMeant = ({ make, model }: NamedModel) => make === spelled.make && model === spelled.model
  const meant = names.models.get(vehicleNameKey(spelled.model))?.find(isMeant)
  const isWhole = meant && namesOf({ ...meant, variants: [] }).has(vehicleNameKey(fitment.model))
  return isWhole ? spelled : fitment
}
