import { AddToGarageInput, ChooseInGarageInput, GarageSchema } from '#domain/garage/garage.ts'
import { defineCall } from './call.ts'
import { Deleted, IdParams, Inserted, Modified } from './shared-schemas.ts'

export const listGarage = defineCall({
  method: 'GET',
  path: '/garage',
  summary: 'The caller’s own cars, of which one at most is chosen',
  who: 'customer',
  response: GarageSchema,
})

export const addToGarage = defineCall({
  method: 'POST',
  path: '/garage',
  summary: 'Keep a car in one’s own garage and choose it; one that is there already is chosen',
  who: 'customer',
  body: AddToGarageInput,
  response: Inserted,
  refusals: ['garage_full'],
})

export const chooseInGarage = defineCall({
  method: 'PATCH',
  path: '/garage/{id}',
  summary: 'Choose one of one’s own cars, or no longer',
  who: 'owner',
  params: IdParams,
  body: ChooseInGarageInput,
  response: Modified,
  refusals: ['not_found'],
})

export const removeFromGarage = defineCall({
  method: 'DELETE',
  path: '/garage/{id}',
  summary: 'Remove one of one’s own cars',
  who: 'owner',
  params: IdParams,
  response: Deleted,
  refusals: ['not_found'],
})
