import { expect, test } from 'vitest'
import { demoDelivery } from '#demo/data/demo-delivery.ts'
import { deliveryOf, DeliverySchema } from '#domain/delivery/delivery.ts'
import { toDraft, toInput, without, withRates } from './delivery-draft.ts'

const delivery = deliveryOf(3, demoDelivery)
const areas = (text: string) => {
  const draft = toDraft(delivery)
  const zones = [{ _id: delivery.zones[0]?._id ?? '', name: 'A', areas: text }]
  return toInput(3, { ...draft, zones }).zones[0]?.areas
}

test('a delivery that is loaded and not changed is sent as it was', () => {
  expect(DeliverySchema.parse(toInput(3, toDraft(delivery)))).toEqual(delivery)
})

test('an area is typed as a country, a region and the beginning of a postal code', () => {
  expect(areas('US\n\n US AK \nUS 606*\nUS IL 606\nGB BT*\nCA NOVA SCOTIA\nCA ON K1A*')).toEqual([
    { country: 'US' },
    { country: 'US', region: 'AK' },
    { country: 'US', postalPrefix: '606*' },
    { country: 'US', region: 'IL', postalPrefix: '606' },
    { country: 'GB', postalPrefix: 'BT*' },
    { country: 'CA', region: 'NOVA SCOTIA' },
    { country: 'CA', region: 'ON', postalPrefix: 'K1A*' },
  ])
  const typed = areas('US IL 606*\nGB BT*')
  const stored = { ...delivery, zones: [{ _id: delivery.zones[0]?._id, name: 'A', areas: typed }] }
  const { zones } = DeliverySchema.parse({ ...stored, prices: [], terms: [] })
  expect(toDraft({ ...delivery, zones }).zones[0]?.areas).toBe('US IL 606*\nGB BT*')
})

test('a removed method or zone takes its rates with it', () => {
  const [ground, expedited] = delivery.methods
  const left = without(toDraft(delivery), ground?._id ?? '')
  expect(left.methods).toHaveLength(3)
  expect(left.prices.map(({ methodId }) => methodId)).not.toContain(ground?._id)
  expect(left.prices.map(({ methodId }) => methodId)).toContain(expedited?._id)
  expect(left.terms).toHaveLength(1)
  const zone = without(toDraft(delivery), delivery.zones[0]?._id ?? '')
  expect([zone.zones.length, zone.terms.length]).toEqual([2, 0])
  expect(DeliverySchema.safeParse(toInput(3, zone)).success).toBe(true)
})

test('the rates of one method and zone replace theirs only', () => {
  const [first] = delivery.prices
  const pair = { methodId: first?.methodId ?? '', zoneId: first?.zoneId ?? '' }
  const step = { ...pair, upToGrams: 5, price: 1 }
  const before = toDraft(delivery)
  const after = withRates(before, pair, [step], null)
  expect(after.prices).toHaveLength(before.prices.length - 7 + 1)
  expect(after.prices.at(-1)).toEqual(step)
  expect(after.terms).toEqual(before.terms.slice(1))
})
