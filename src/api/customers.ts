import { listCustomers } from '#domain/customers/list-customers.server.ts'
import { showCustomer } from '#domain/customers/show-customer.server.ts'
import { mapOutcome, ok } from '#domain/shared/outcome.ts'
import { withLinePictures } from './picture-urls.ts'
import type { Handlers } from './serve-call.ts'

export const customers = {
  listCustomers: async ({ shop, query }) => ok(await listCustomers(shop, query)),
  showCustomer: async ({ shop, params }) =>
    mapOutcome(await showCustomer(shop, params.id), (customer) => ({
      ...customer,
      purchases: customer.purchases.map(withLinePictures(shop)),
    })),
} satisfies Partial<Handlers>
