import { AddToGarageInput, ChooseInGarageInput, GarageSchema } from '#domain/garage/garage.ts'
import { defineCall } from './call.ts'
import { DeleteResult, IdParams, InsertResult, UpdateResult } from './shared-schemas.ts'

export const listGarage = defineCall({
  method: 'GET',
  path: '/garage',
  summary: 'The caller’s own cars, of which one at most is chosen',
  access: 'customer',
  response: GarageSchema,
})

export const addToGarage = defineCall({
  method: 'POST',
  path: '/garage',
  summary: 'Keep a car in one’s own garage and choose it; one that is there already is chosen',
  access: 'customer',
  body: AddToGarageInput,
  response: InsertResult,
  refusals: ['garage_full'],
})

export const chooseInGarage = defineCall({
  method: 'PATCH',
  path: '/garage/{id}',
  summary: 'Choose one of one’s own cars, or no longer',
  access: 'owner',
  params: IdParams,
  body: ChooseInGarageInput,
  response: UpdateResult,
  refusals: ['not_found'],
})

export const removeFromGarage = defineCall({
  method: 'DELETE',
  path: '/garage/{id}',
  summary: 'Remove one of one’s own cars',
  access: 'owner',
  params: IdParams,
  response: DeleteResult,
  refusals: ['not_found'],
})
