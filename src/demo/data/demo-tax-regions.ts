import type { TaxRegion } from '#domain/tax/tax-region.ts'

/**
 * Two ways of taxing: Illinois here taxes delivery too; California taxes core deposits, and keeps that tax
 * when only the core comes back. The rates are of the states alone, without counties and cities: not advice.
 */
export const demoTaxRegions: readonly TaxRegion[] = [
  {
    id: '7b1e5c20-9d34-4f6a-a2c8-000000000001',
    country: 'US',
    region: 'IL',
    postalFrom: null,
    postalTo: null,
    name: 'Illinois',
    ratePpm: 62_500,
    deliveryTaxed: true,
    coreTaxed: false,
    coreTaxRefunded: false,
    validFrom: '2020-01-01',
    validTo: null,
  },
  {
    id: '7b1e5c20-9d34-4f6a-a2c8-000000000002',
    country: 'US',
    region: 'CA',
    postalFrom: null,
    postalTo: null,
    name: 'California',
    ratePpm: 72_500,
    deliveryTaxed: false,
    coreTaxed: true,
    coreTaxRefunded: false,
    validFrom: '2020-01-01',
    validTo: null,
  },
]
