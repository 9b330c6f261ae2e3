import type { Insertable } from 'kysely'
import type { TaxRegionsTable } from '#db/schema/tax.ts'

type DemoTaxRegion = Omit<Insertable<TaxRegionsTable>, 'entered_by'>

/**
 * Two ways of taxing: Illinois here taxes delivery too; California taxes core deposits, and keeps that tax
 * when only the core comes back. The rates are of the states alone, without counties and cities: not advice.
 */
export const demoTaxRegions: readonly DemoTaxRegion[] = [
  {
    country: 'US',
    region: 'IL',
    postal_from: null,
    postal_to: null,
    name: 'Illinois',
    rate_ppm: 62_500,
    delivery_taxed: true,
    core_taxed: false,
    core_tax_refunded: false,
    valid_from: '2020-01-01',
    valid_to: null,
  },
  {
    country: 'US',
    region: 'CA',
    postal_from: null,
    postal_to: null,
    name: 'California',
    rate_ppm: 72_500,
    delivery_taxed: false,
    core_taxed: true,
    core_tax_refunded: false,
    valid_from: '2020-01-01',
    valid_to: null,
  },
]
