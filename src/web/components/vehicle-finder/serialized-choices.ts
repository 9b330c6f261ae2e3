import type { VehicleChoices } from '#domain/vehicles/vehicle.ts'

/** The finder's choices as a page's loader sends them. The makes are one text: the framework would number each of a hundred. */
export type SerializedChoices = Omit<VehicleChoices, 'makes'> & { makes: string }

/** For the loader of a page with a finder. */
export const sendChoices = ({ makes, ...rest }: VehicleChoices): SerializedChoices => ({
  makes: makes.join('\n'),
  ...rest,
})

/** The choices that a loader sent. */
export const readChoices = ({ makes, ...rest }: SerializedChoices): VehicleChoices => ({
  makes: makes.split('\n').filter(Boolean),
  ...rest,
})
