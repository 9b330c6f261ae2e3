import { FitmentQuery } from '#domain/vehicles/fitment.ts'
import { VehicleChoicesSchema, VehicleQuery } from '#domain/vehicles/vehicle.ts'
import { ContactInput } from '#domain/contact/contact-message.ts'
import { defineCall } from './call.ts'
import { Inserted, Empty } from './shared-schemas.ts'

export const listVehicleChoices = defineCall({
  method: 'GET',
  path: '/vehicles',
  summary: 'What the vehicle finder offers next: make → year → model → engine',
  who: 'all',
  params: Empty,
  query: VehicleQuery.omit({ engine: true }),
  body: Empty,
  answer: VehicleChoicesSchema,
  status: 200,
  refusals: [],
})

export const listFitmentChoices = defineCall({
  method: 'GET',
  path: '/vehicles/models',
  summary: 'What a line of the vehicles that a part fits can name next: make → model → years → engine',
  who: 'admin',
  params: Empty,
  query: FitmentQuery,
  body: Empty,
  answer: VehicleChoicesSchema,
  status: 200,
  refusals: [],
})

export const sendMessage = defineCall({
  method: 'POST',
  path: '/contact',
  summary: 'Write to the store',
  who: 'all',
  params: Empty,
  query: Empty,
  body: ContactInput,
  answer: Inserted,
  status: 201,
  refusals: ['too_many_requests'],
})
