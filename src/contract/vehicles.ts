import { FindVehicleInput, FoundVehicleSchema } from '#domain/vehicles/find-vehicle.ts'
import { FitmentChoicesSchema, FitmentQuery } from '#domain/vehicles/fitment.ts'
import { VehicleChoicesSchema, VehicleQuery } from '#domain/vehicles/vehicle.ts'
import { VinResponseSchema, VinQuery } from '#domain/vehicles/vin-response.ts'
import { defineCall } from './call.ts'

export const listVehicleChoices = defineCall('GET', '/vehicles', {
  summary: 'List the next choices of the vehicle finder: make → year → model → engine',
  access: 'public',
  query: VehicleQuery.omit({ engine: true }),
  response: VehicleChoicesSchema,
  isBrowsing: true,
})

export const listFitmentChoices = defineCall('GET', '/vehicles/models', {
  summary: 'List the next choices for a fitment: make → model → years → variant → engine',
  access: 'admin',
  query: FitmentQuery,
  response: FitmentChoicesSchema,
})

export const findVehicle = defineCall('POST', '/vehicles/find', {
  summary: 'Find the vehicle in words or a VIN: "2012 honda civic 1.8 brake pads"; the VIN is not stored',
  access: 'public',
  body: FindVehicleInput,
  response: FoundVehicleSchema,
  refusals: ['too_many_requests'],
  changesNothing: true,
})

export const decodeVin = defineCall('GET', '/vehicles/decode', {
  summary: 'Decode a VIN locally, without a remote service; the VIN is not stored',
  access: 'public',
  query: VinQuery,
  response: VinResponseSchema,
  refusals: ['too_many_requests'],
})
