import { SalesSettingsSchema } from '#domain/sales/sales-settings.ts'
import { defineCall } from './call.ts'

export const showSalesSettings = defineCall('GET', '/sales-settings', {
  summary: 'Show the rules of selling: tax in prices, countries, core days and others',
  access: 'admin',
  response: SalesSettingsSchema,
})

export const editSalesSettings = defineCall('PUT', '/sales-settings', {
  summary:
    'Change the rules of selling, unless another admin has changed them since; returns them as they are stored',
  access: 'admin',
  body: SalesSettingsSchema,
  response: SalesSettingsSchema,
  refusals: ['settings_changed'],
  changes: () => 'sales',
})
