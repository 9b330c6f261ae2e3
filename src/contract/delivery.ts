import { DeliverySchema } from '#domain/delivery/delivery.ts'
import { defineCall } from './call.ts'

export const showDelivery = defineCall('GET', '/delivery', {
  summary: 'Show how parts are delivered: methods, zones, prices by weight, and terms',
  access: 'admin',
  response: DeliverySchema,
})

export const editDelivery = defineCall('PUT', '/delivery', {
  summary:
    'Replace the whole delivery, unless another admin has changed it since; returns it as it is stored',
  access: 'admin',
  body: DeliverySchema,
  // 2,000 areas and 5,000 prices.
  maxBodyBytes: 1024 * 1024,
  response: DeliverySchema,
  refusals: ['settings_changed'],
  changes: () => 'delivery',
})
