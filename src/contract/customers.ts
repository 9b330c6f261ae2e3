import { z } from 'zod'
import { CustomerDetailsSchema, CustomerSchema, ListCustomersQuery } from '#domain/customers/customer.ts'
import { boundedText } from '#domain/shared/text.ts'
import { defineCall } from './call.ts'

export const listCustomers = defineCall('GET', '/customers', {
  summary: 'List or search customers with their orders in numbers, newest first',
  access: 'admin',
  query: ListCustomersQuery,
  response: z.array(CustomerSchema),
})

export const showCustomer = defineCall('GET', '/customers/{id}', {
  summary: 'Show a customer: contact, orders, cars and reviews',
  access: 'admin',
  // The id is the identity provider's.
  params: z.object({ id: boundedText(255) }),
  response: CustomerDetailsSchema,
})
