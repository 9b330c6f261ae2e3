import { AddressBookSchema, SaveAddressInput } from '#domain/addresses/address.ts'
import { defineCall } from './call.ts'
import { DeleteResult, IdParams, InsertResult, UpdateResult } from './shared-schemas.ts'

export const listAddresses = defineCall('GET', '/addresses', {
  summary: 'List the caller’s own addresses, of which one is the default',
  access: 'customer',
  response: AddressBookSchema,
})

export const addAddress = defineCall('POST', '/addresses', {
  summary: 'Save an address of your own; the first one is the default',
  access: 'customer',
  body: SaveAddressInput,
  response: InsertResult,
  status: 201,
  refusals: ['address_book_full'],
})

export const editAddress = defineCall('PUT', '/address/{id}', {
  summary: 'Replace an address, or make it the default',
  access: 'owner',
  params: IdParams,
  body: SaveAddressInput,
  response: UpdateResult,
})

export const deleteAddress = defineCall('DELETE', '/address/{id}', {
  summary: 'Delete an address; if it was the default, the first of the others is',
  access: 'owner',
  params: IdParams,
  response: DeleteResult,
})
