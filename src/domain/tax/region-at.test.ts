import { describe, expect, test } from 'vitest'
import { regionAt } from './region-at.ts'
import type { TaxRegion } from './tax-region.ts'

const region = (id: string, area: Partial<TaxRegion>): TaxRegion => ({
  id,
  country: 'US',
  region: null,
  postalFrom: null,
  postalTo: null,
  name: id,
  ratePpm: 62_500,
  deliveryTaxed: false,
  coreTaxed: false,
  coreTaxRefunded: false,
  validFrom: '2026-01-01',
  validTo: null,
  ...area,
})

const regions = [
  region('country', {}),
  region('Illinois', { region: 'IL' }),
  region('Chicago', { region: 'IL', postalFrom: '606', postalTo: '608' }),
  region('ZIP codes of any state', { postalFrom: '60601', postalTo: '60605' }),
  region('Ontario', { country: 'CA', region: 'ON' }),
  region('Ottawa', { country: 'CA', region: 'ON', postalFrom: 'K1A', postalTo: 'K2Z' }),
]
const at = (country: string, state: string | null, postalCode: string, day = '2026-11-29') =>
  regionAt(regions, { country, region: state, postalCode }, day)?.id ?? null

describe('the most precise region applies:', () => {
  test.each([
    ['US', 'TX', '73301', 'country'],
    ['US', null, '', 'country'],
    ['US', 'IL', '61602', 'Illinois'],
    ['US', 'IL', '60602', 'Chicago'],
    ['US', 'IL', '60602-1234', 'Chicago'],
    ['US', 'IL', '60899-9999', 'Chicago'],
    ['US', 'IL', '60900', 'Illinois'],
    ['US', null, '60602', 'ZIP codes of any state'],
    ['US', null, '60605-0001', 'ZIP codes of any state'],
    ['US', null, '60606', 'country'],
    ['CA', 'ON', 'k1a 0b1', 'Ottawa'],
    ['CA', 'ON', 'K3A 0B1', 'Ontario'],
    ['CA', 'QC', 'G1R 4P5', null],
    ['DE', null, '60602', null],
  ])('%s %s %s: %s', (country, state, postalCode, id) => {
    expect(at(country, state, postalCode)).toBe(id)
  })
})

test('a region applies from its first to its last day', () => {
  const year = [
    region('2025', { region: 'IL', validFrom: '2025-01-01', validTo: '2025-12-31' }),
    region('2026', { region: 'IL', validFrom: '2026-01-01', validTo: null }),
  ]
  const on = (day: string) => regionAt(year, { country: 'US', region: 'IL', postalCode: '' }, day)?.id ?? null
  expect(['2024-12-31', '2025-01-01', '2025-12-31', '2026-01-01', '2030-06-30'].map(on)).toEqual([
    null,
    '2025',
    '2025',
    '2026',
    '2026',
  ])
})
