import { AddToGarageInput, ChooseInGarageInput, GarageSchema } from '#domain/garage/garage.ts'
import { defineCall } from './call.ts'
import { DeleteResult, IdParams, InsertResult, UpdateResult } from './shared-schemas.ts'

export const listGarage = defineCall({
  method: 'GET',
  path: '/garage',
  summary: 'List the caller’s own cars, of which at most one is selected',
  access: 'customer',
  response: GarageSchema,
})

export const addToGarage = defineCall({
  method: 'POST',
  path: '/garage',
  summary: 'Save a car to your garage and select it',
  access: 'customer',
  body: AddToGarageInput,
  response: InsertResult,
  refusals: ['garage_full'],
})

export const chooseInGarage = defineCall({
  method: 'PATCH',
  path: '/garage/{id}',
  summary: 'Select or deselect a car',
  access: 'owner',
  params: IdParams,
  body: ChooseInGarageInput,
  response: UpdateResult,
})

export const removeFromGarage = defineCall({
  method: 'DELETE',
  path: '/garage/{id}',
  summary: 'Remove a car from your garage',
  access: 'owner',
  params: IdParams,
  response: DeleteResult,
})
