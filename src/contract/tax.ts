import { z } from 'zod'
import { AddTaxRegionInput, EndTaxRegionInput, TaxRegionSchema } from '#domain/tax/tax-region.ts'
import { defineCall } from './call.ts'
import { DeleteResult, IdParams, InsertResult, UpdateResult } from './shared-schemas.ts'

export const listTaxRegions = defineCall('GET', '/tax-regions', {
  summary: 'List the regions in which the store collects tax, past and future ones too',
  access: 'admin',
  response: z.array(TaxRegionSchema),
})

export const addTaxRegion = defineCall('POST', '/tax-regions', {
  summary: 'Add a region in which the store collects tax',
  access: 'admin',
  body: AddTaxRegionInput,
  response: InsertResult,
  status: 201,
  refusals: ['region_overlaps'],
})

export const endTaxRegion = defineCall('PATCH', '/tax-region/{id}', {
  summary: 'Change the last day of a tax region, or let it go on',
  access: 'admin',
  params: IdParams,
  body: EndTaxRegionInput,
  response: UpdateResult,
  refusals: ['region_overlaps'],
})

export const deleteTaxRegion = defineCall('DELETE', '/tax-region/{id}', {
  summary: 'Delete a tax region that was entered by mistake, with whose tax nothing has been ordered',
  access: 'admin',
  params: IdParams,
  response: DeleteResult,
  refusals: ['region_in_use'],
})
