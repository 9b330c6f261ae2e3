import type { DeliveryTable } from '#domain/delivery/delivery-table.ts'
import { ANY_WEIGHT_GRAMS } from '#domain/delivery/delivery.ts'

const id = (kind: 'a' | 'b', nth: number) => `3d6f8a10-52c4-4e0b-8f17-${kind}0000000000${nth}`
const ground = id('a', 1)
const expedited = id('a', 2)
const freight = id('a', 3)
const economy = id('a', 4)
const lower48 = id('b', 1)
const alaskaHawaii = id('b', 2)
const islands = id('b', 3)

const area = (region: string | null) => ({ country: 'US', region, postalPrefix: null })

/** Steps up to 1, 5, 10, 20, 50, 100 and 150 lb, in grams: as many as there are prices, in cents. */
const STEPS = [454, 2268, 4536, 9072, 22_680, 45_359, 68_039]
const steps = (methodId: string, zoneId: string, cents: readonly number[]) =>
  cents.map((priceCents, at) => ({
    methodId,
    zoneId,
    upToGrams: STEPS[at] ?? ANY_WEIGHT_GRAMS,
    priceCents,
  }))

/** The demo's delivery: its charges are examples, and no carrier's. */
export const demoDelivery: DeliveryTable = {
  methods: [
    {
      id: ground,
      name: 'Ground',
      daysMin: 3,
      daysMax: 6,
      carriesOversize: false,
      carriesDangerous: true,
      toPoBox: false,
      active: true,
    },
    {
      id: expedited,
      name: 'Expedited',
      daysMin: 1,
      daysMax: 2,
      carriesOversize: false,
      carriesDangerous: false,
      toPoBox: false,
      active: true,
    },
    {
      id: economy,
      name: 'Economy by mail',
      daysMin: 5,
      daysMax: 10,
      carriesOversize: false,
      carriesDangerous: false,
      toPoBox: true,
      active: true,
    },
    {
      id: freight,
      name: 'Freight',
      daysMin: 5,
      daysMax: 12,
      carriesOversize: true,
      carriesDangerous: true,
      toPoBox: false,
      active: true,
    },
  ],
  zones: [
    { id: lower48, name: 'the 48 states', areas: [area(null)] },
    { id: alaskaHawaii, name: 'Alaska and Hawaii', areas: [area('AK'), area('HI')] },
    {
      id: islands,
      name: 'Puerto Rico and military mail',
      areas: ['AA', 'AE', 'AP', 'AS', 'GU', 'MP', 'PR', 'VI'].map(area),
    },
  ],
  prices: [
    ...steps(ground, lower48, [699, 899, 1099, 1499, 2499, 3999, 5999]),
    ...steps(expedited, lower48, [1499, 1999, 2499, 3999, 7999]),
    ...steps(expedited, alaskaHawaii, [2499, 3499, 4999, 7999, 14_999]),
    ...steps(economy, lower48, [499, 799, 1199, 1999]),
    ...steps(economy, alaskaHawaii, [799, 1299, 1999, 3499]),
    ...steps(economy, islands, [799, 1299, 1999, 3499]),
    { methodId: freight, zoneId: lower48, upToGrams: 226_796, priceCents: 14_900 },
    { methodId: freight, zoneId: lower48, upToGrams: 907_185, priceCents: 29_900 },
  ],
  terms: [
    { methodId: ground, zoneId: lower48, freeFromCents: 9900, oversizeCents: 0 },
    { methodId: freight, zoneId: lower48, freeFromCents: null, oversizeCents: 3500 },
  ],
}
