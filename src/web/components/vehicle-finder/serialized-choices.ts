import type { VehicleChoices } from '#domain/vehicles/vehicle.ts'

/**
 * The finder's choices as a page's loader sends them. The makes are one string: the framework would serialize
 * each of a hundred separately.
 */
export type SerializedChoices = Omit<VehicleChoices, 'makes'> & { makes: string }

export const serializeChoices = ({ makes, ...rest }: VehicleChoices): SerializedChoices => ({
  makes: makes.join('\n'),
  ...rest,
})

export const parseChoices = ({ makes, ...rest }: SerializedChoices): VehicleChoices => ({
  makes: makes.split('\n').filter(Boolean),
  ...rest,
})
