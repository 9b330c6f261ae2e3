import type { DeliveryTable } from './delivery-table.ts'
import { ANY_WEIGHT_GRAMS } from './delivery.ts'

const methodId = '6b0e2f4c-1f0a-4d1c-9d6f-0c5a4b2e7a01'
const zoneId = '6b0e2f4c-1f0a-4d1c-9d6f-0c5a4b2e7a02'

/**
 * How a store delivers whose owner has entered nothing: everything, in the United States, at no charge. No
 * charge of ours is the owner's (decision 165).
 */
export const FIRST_DELIVERY: DeliveryTable = {
  methods: [
    {
      id: methodId,
      name: 'Standard delivery',
      daysMin: 3,
      daysMax: 7,
      carriesOversize: true,
      carriesDangerous: true,
      toPoBox: true,
      active: true,
    },
  ],
  zones: [
    {
      id: zoneId,
      name: 'the United States',
      areas: [{ country: 'US', region: null, postalPrefix: null }],
    },
  ],
  prices: [{ methodId, zoneId, upToGrams: ANY_WEIGHT_GRAMS, priceCents: 0 }],
  terms: [],
}
