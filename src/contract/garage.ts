import { AddToGarageInput, ChooseInGarageInput, GarageSchema } from '#domain/garage/garage.ts'
import { defineCall } from './call.ts'
import { DeleteResult, IdParams, InsertResult, UpdateResult } from './shared-schemas.ts'

export const listGarage = defineCall('GET', '/garage', {
  summary: 'List the caller’s own cars, of which at most one is selected',
  access: 'customer',
  response: GarageSchema,
})

export const addToGarage = defineCall('POST', '/garage', {
  summary: 'Save a car to your garage and select it',
  access: 'customer',
  body: AddToGarageInput,
  response: InsertResult,
  refusals: ['garage_full'],
})

export const chooseInGarage = defineCall('PATCH', '/garage/{id}', {
  summary: 'Select or deselect a car',
  access: 'owner',
  params: IdParams,
  body: ChooseInGarageInput,
  response: UpdateResult,
})

export const removeFromGarage = defineCall('DELETE', '/garage/{id}', {
  summary: 'Remove a car from your garage',
  access: 'owner',
  params: IdParams,
  response: DeleteResult,
})
