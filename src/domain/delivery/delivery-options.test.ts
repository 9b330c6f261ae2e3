import { describe, expect, test } from 'vitest'
import {
  type DeliveredLine,
  deliveryOptions,
  type Destination,
  whyNotDeliverable,
} from './delivery-options.ts'
import type { DeliveryMethod, DeliveryTable } from './delivery-table.ts'
import { zoneOf } from './zone-of.ts'

const method = (id: string, more: Partial<DeliveryMethod> = {}): DeliveryMethod => ({
  id,
  name: `${id.charAt(0).toUpperCase()}${id.slice(1)}`,
  daysMin: 2,
  daysMax: 5,
  carriesOversize: false,
  carriesDangerous: false,
  toPoBox: false,
  active: true,
  ...more,
})
const step = (methodId: string, zoneId: string, upToGrams: number, priceCents: number) => ({
  methodId,
  zoneId,
  upToGrams,
  priceCents,
})
const area = (country: string, region: string | null = null, postalPrefix: string | null = null) => ({
  country,
  region,
  postalPrefix,
})

const table: DeliveryTable = {
  methods: [
    method('ground', { carriesDangerous: true }),
    method('expedited', { daysMin: 1, daysMax: 2 }),
    method('freight', { carriesOversize: true }),
    method('economy', { toPoBox: true }),
    method('retired', { active: false, carriesOversize: true, carriesDangerous: true, toPoBox: true }),
  ],
  zones: [
    { id: 'states', name: 'the 48 states', areas: [area('US')] },
    { id: 'alaska', name: 'Alaska', areas: [area('US', 'AK')] },
    { id: 'chicago', name: 'Chicago', areas: [area('US', null, '606')] },
    { id: 'pilsen', name: 'Pilsen', areas: [area('US', 'IL', '60608'), area('US', null, '60616')] },
  ],
  prices: [
    step('ground', 'states', 1000, 799),
    step('ground', 'states', 10_000, 1299),
    step('ground', 'states', 50_000, 2999),
    step('expedited', 'states', 5000, 2499),
    step('expedited', 'alaska', 5000, 3999),
    step('freight', 'states', 500_000, 14_900),
    step('economy', 'states', 2000, 499),
    step('ground', 'chicago', 50_000, 500),
    step('retired', 'states', 500_000, 0),
  ],
  terms: [
    { methodId: 'ground', zoneId: 'states', freeFromCents: 9900, oversizeCents: 0 },
    { methodId: 'expedited', zoneId: 'states', freeFromCents: 0, oversizeCents: 0 },
    { methodId: 'freight', zoneId: 'states', freeFromCents: 50_000, oversizeCents: 2500 },
  ],
}

const line = (name: string, more: Partial<DeliveredLine> = {}): DeliveredLine => ({
  name,
  quantity: 1,
  weightGrams: 900,
  oversize: false,
  dangerous: false,
  ...more,
})
const PADS = line('Ceramic Brake Pads')
const BATTERY = line('AGM Battery', { dangerous: true })
const HOOD = line('Hood', { oversize: true, weightGrams: 20_000 })
const BOISE = { country: 'US', region: 'ID', postalCode: '83702', poBox: false }
const JUNEAU = { country: 'US', region: 'AK', postalCode: '99801', poBox: false }

/** The price of each method in cents, or its reason. */
function quote(lines: readonly DeliveredLine[], partsCents: number, to: Destination = BOISE) {
  return Object.fromEntries(
    deliveryOptions(table, 1000, lines, partsCents, to).map((one) => [
      one.name,
      one.priceCents ?? one.unavailable,
    ]),
  )
}

describe('the price of a delivery', () => {
  test('is that of the first step that holds the weight of all pieces', () => {
    const ground = (quantity: number) => quote([{ ...PADS, quantity, weightGrams: 500 }], 1000)['Ground']
    expect([1, 2, 3, 20, 21, 100].map(ground)).toEqual([799, 799, 1299, 1299, 2999, 2999])
  })

  test('counts the default weight for a part whose weight is not known', () => {
    expect(quote([{ ...PADS, weightGrams: null }], 1000)['Ground']).toBe(799)
    expect(quote([{ ...PADS, weightGrams: null, quantity: 2 }], 1000)['Ground']).toBe(1299)
  })

  test('is nothing once the parts reach the threshold, per method and zone', () => {
    expect(quote([PADS], 9899)).toMatchObject({ Ground: 799, Expedited: 0, Economy: 499 })
    expect(quote([PADS], 9900)).toMatchObject({ Ground: 0, Expedited: 0, Economy: 499 })
    expect(quote([PADS], 99_000, JUNEAU)['Expedited']).toBe(3999)
  })

  test('adds the surcharge of each oversize piece, which a free delivery keeps', () => {
    const hoods = [{ ...HOOD, quantity: 3 }, PADS]
    expect(quote(hoods, 49_999)['Freight']).toBe(14_900 + 3 * 2500)
    expect(quote(hoods, 50_000)['Freight']).toBe(3 * 2500)
  })

  test('comes with what the parts must cost for a free delivery, unless that is reached or cannot be', () => {
    const freeFrom = (lines: DeliveredLine[], cents: number) =>
      deliveryOptions(table, 1000, lines, cents, BOISE).map((one) => one.freeFromCents)
    expect(freeFrom([PADS], 8640)).toEqual([9900, null, 50_000, null])
    expect(freeFrom([PADS], 9900)).toEqual([null, null, 50_000, null])
    expect(freeFrom([HOOD], 100)).toEqual([null, null, null, null])
  })

  test('is of the most specific zone: the longest postal prefix, then the region, then the country', () => {
    const zone = (country: string, region: string | null, postalCode: string) =>
      zoneOf(table.zones, { country, region, postalCode })?.id
    expect(zone('US', 'ID', '83702')).toBe('states')
    expect(zone('US', null, '99801')).toBe('states')
    expect(zone('US', 'AK', '99801')).toBe('alaska')
    expect(zone('US', 'IL', '60601-1234')).toBe('chicago')
    expect(zone('US', 'IL', '60608')).toBe('pilsen')
    expect(zone('US', null, '60608')).toBe('chicago')
    expect(zone('US', 'IL', '60616')).toBe('pilsen')
    expect(zone('CA', null, '60616')).toBeUndefined()
  })
})

describe('a method that does not carry the lines says why, and what to do', () => {
  test('dangerous goods and oversize parts, by name', () => {
    expect(quote([PADS, BATTERY], 1000)).toEqual({
      Ground: 1299,
      Expedited:
        "We can't deliver the AGM Battery to the 48 states by Expedited: Ground only. Choose another delivery, or remove it.",
      Freight:
        "We can't deliver the AGM Battery to the 48 states by Freight: Ground only. Choose another delivery, or remove it.",
      Economy:
        "We can't deliver the AGM Battery to the 48 states by Economy: Ground only. Choose another delivery, or remove it.",
    })
    expect(quote([HOOD, BATTERY], 1000)['Ground']).toBe(
      "We can't deliver the Hood to the 48 states by Ground: Freight only. Remove it, or call us.",
    )
    expect(quote([BATTERY, { ...BATTERY, name: 'Airbag' }], 1000, JUNEAU)['Expedited']).toBe(
      "We can't deliver the AGM Battery and the Airbag to Alaska by Expedited: Ground only. Remove them, or call us.",
    )
  })

  test('weight', () => {
    expect(quote([{ ...PADS, quantity: 3 }], 1000)['Economy']).toBe(
      "We can't deliver the Ceramic Brake Pads to the 48 states by Economy: it weighs 6 lb, and the most is 4 lb. Choose another delivery, or take fewer.",
    )
    expect(quote([PADS, line('Rotor', { weightGrams: 8000 })], 1000, JUNEAU)['Expedited']).toBe(
      "We can't deliver the Rotor to Alaska by Expedited: all parts weigh 20 lb, and the most is 11 lb. Take fewer, or call us.",
    )
    expect(quote([line('Engine', { weightGrams: 200_000 })], 1000, JUNEAU)['Expedited']).toBe(
      "We can't deliver the Engine to Alaska by Expedited: it weighs 441 lb, and the most is 11 lb. Remove it, or call us.",
    )
  })

  test('a PO box, a zone and a country', () => {
    expect(quote([PADS], 1000, { ...BOISE, poBox: true })).toMatchObject({
      Ground:
        "We can't deliver to a PO box by Ground: it needs a street. Choose another delivery, or use a street address.",
      Economy: 499,
    })
    expect(quote([PADS], 1000, JUNEAU)['Ground']).toBe(
      "We can't deliver to Alaska by Ground: it doesn't go there. Choose another delivery, or use another address.",
    )
    const abroad = { country: 'CA', region: null, postalCode: 'K1A 0B1', poBox: false }
    expect(quote([PADS], 1000, abroad)['Ground']).toBe(
      "We can't deliver to Canada by Ground: we don't ship there. Use another address, or call us.",
    )
  })

  test('a free delivery opens no method where the parts cannot go', () => {
    expect(quote([BATTERY], 9_999_900)).toMatchObject({ Ground: 0 })
    expect(quote([BATTERY], 9_999_900)['Expedited']).toMatch(/^We can't deliver the AGM Battery/)
  })

  test('when none does, one sentence names the part before the place', () => {
    const why = (lines: DeliveredLine[], to: Destination) => whyNotDeliverable(table, 1000, lines, to)
    expect(why([PADS], BOISE)).toBeNull()
    expect(why([PADS, BATTERY], JUNEAU)).toBe(
      "We can't deliver the AGM Battery to Alaska: Ground only. Remove it, or call us.",
    )
    expect(why([HOOD], { ...BOISE, poBox: true })).toBe(
      "We can't deliver the Hood to a PO box: Freight only. Remove it, or call us.",
    )
    expect(why([PADS], { ...BOISE, country: 'CA' })).toBe(
      "We can't deliver to Canada: we don't ship there. Use another address, or call us.",
    )
    const ground = table.methods.slice(0, 1)
    expect(whyNotDeliverable({ ...table, methods: ground }, 1000, [HOOD], BOISE)).toBe(
      "We can't deliver the Hood to the 48 states: we don't ship oversize parts. Remove it, or call us.",
    )
    const places = table.zones.slice(1)
    expect(whyNotDeliverable({ ...table, zones: places }, 1000, [HOOD], BOISE)).toBe(
      "We can't deliver to ID 83702: we don't ship there. Use another address, or call us.",
    )
    expect(whyNotDeliverable({ ...table, methods: [] }, 1000, [HOOD], BOISE)).toBe(
      "We don't deliver at the moment. Please call us.",
    )
  })

  test('an inactive method is not offered', () => {
    expect(Object.keys(quote([PADS], 1000))).toEqual(['Ground', 'Expedited', 'Freight', 'Economy'])
  })
})
