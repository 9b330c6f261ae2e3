import type { AddressInput } from '#domain/addresses/address.ts'
import type { OrderVehicle } from '#domain/orders/order.ts'
import type { Tracking } from '#domain/orders/tracking.ts'
import type { DemoOrder } from './demo-order.ts'

type Car = Readonly<OrderVehicle>
const civic: Car = { year: 2008, make: 'Honda', model: 'Civic', engine: '1.8-4' }
const pickup: Car = { year: 2006, make: 'Ford', model: 'F-150', engine: '5.4-8' }
const mustang: Car = { year: 2007, make: 'Ford', model: 'Mustang', engine: '4.6-8' }
const sedan: Car = { year: 2003, make: 'BMW', model: '3 Series', engine: '2.5-6' }

const address = (
  name: string,
  line1: string,
  [city, region, postalCode]: readonly [city: string, region: string, postalCode: string],
  phone: string,
): AddressInput => ({ name, line1, city, region, postalCode, country: 'US', phone })

/** That of the profile. */
const home = address('Casey Morgan', '418 Sycamore Street', ['Springfield', 'IL', '62701'], '(217) 555-0142')
const brother = address('Jamie Morgan', '1290 Alder Court', ['Sacramento', 'CA', '95814'], '(916) 555-0130')
const workshop = address(
  'Tom Okafor',
  '1750 Foundry Road, Unit 12',
  ['Toledo', 'OH', '43604'],
  '(419) 555-0168',
)
const depot = {
  ...address('Dwayne Brooks', '880 Orchard Highway', ['Fresno', 'CA', '93706'], '(559) 555-0125'),
  company: 'Brooks Fleet Services',
}
const flat = address('Yuki Tanaka', '605 Juniper Court', ['Portland', 'OR', '97205'], '(503) 555-0171')
const box = address('Sam Whitfield', 'PO Box 19', ['Casper', 'WY', '82601'], '(307) 555-0154')
const house = address('Rosa Delgado', '2216 Saguaro Boulevard', ['Tucson', 'AZ', '85701'], '(520) 555-0189')

/** What was checked out of carts: several parts, with a delivery, and in two states with tax. */
export const demoPurchases: readonly DemoOrder[] = [
  {
    customer: 'customer@demo.test',
    lines: [
      { partNumber: 'DL-SUS-6004', quantity: 2 },
      { partNumber: 'DL-DRV-8006', quantity: 1 },
      { partNumber: 'DL-FLT-4030', quantity: 2 },
    ],
    checkout: { method: 'Ground', address: home, car: civic },
    placedDaysAgo: 0.15,
  },
  {
    customer: 'dwayne.brooks@demo.test',
    lines: [
      { partNumber: 'DL-ELE-7031', quantity: 1 },
      { partNumber: 'DL-IGN-3014', quantity: 16 },
      { partNumber: 'DL-BRK-1051', quantity: 4 },
      { partNumber: 'DL-FLT-4034', quantity: 3 },
    ],
    checkout: { method: 'Expedited', address: depot, car: pickup },
    placedDaysAgo: 0.5,
    paidDaysAgo: 0.45,
  },
  {
    customer: 'customer@demo.test',
    lines: [
      { partNumber: 'DL-ELE-7026', quantity: 1 },
      { partNumber: 'DL-IGN-3030', quantity: 4 },
      { partNumber: 'DL-IGN-3005', quantity: 4 },
    ],
    checkout: { method: 'Expedited', address: home, car: civic },
    placedDaysAgo: 1.4,
    paidDaysAgo: 1.35,
    parcels: [
      {
        shippedDaysAgo: 0.9,
        tracking: { carrier: 'UPS', trackingNumber: '1Z9V41R70355021377' },
        pieces: [
          ['DL-ELE-7026', 1],
          ['DL-IGN-3030', 1],
        ],
      },
      {
        shippedDaysAgo: 0.6,
        tracking: { carrier: 'USPS', trackingNumber: '9400111899560337719084' },
        pieces: [['DL-IGN-3030', 1]],
      },
    ],
  },
  {
    customer: 'tom.okafor@demo.test',
    lines: [
      { partNumber: 'DL-ELE-7008', quantity: 2 },
      { partNumber: 'DL-FLT-4009', quantity: 24 },
      { partNumber: 'DL-FUE-9511', quantity: 6 },
      { partNumber: 'DL-IGN-3018', quantity: 16 },
      { partNumber: 'DL-DRV-8040', quantity: 2 },
    ],
    checkout: { method: 'Ground', address: workshop },
    placedDaysAgo: 1.9,
    paidDaysAgo: 1.85,
  },
  {
    customer: 'yuki.tanaka@demo.test',
    ...shipped(
      { carrier: 'Other', trackingNumber: 'LTL-4471-0932' },
      3,
      ['DL-WHL-9010', 4],
      ['DL-BRK-1110', 2],
    ),
    checkout: { method: 'Freight', address: flat, car: sedan },
    placedDaysAgo: 5,
    paidDaysAgo: 4.9,
  },
  {
    customer: 'rosa.delgado@demo.test',
    lines: [
      { partNumber: 'DL-BRK-1063', quantity: 1 },
      { partNumber: 'DL-BRK-1086', quantity: 1 },
    ],
    checkout: { method: 'Ground', address: house },
    placedDaysAgo: 9,
    deletedDaysAgo: 8.8,
  },
  {
    customer: 'customer@demo.test',
    ...shipped(
      { carrier: 'FedEx', trackingNumber: '771904120556' },
      12,
      ['DL-BRK-1210', 1],
      ['DL-FLT-4006', 12],
    ),
    checkout: { method: 'Expedited', address: brother, car: mustang },
    placedDaysAgo: 13,
    paidDaysAgo: 12.9,
  },
  {
    customer: 'sam.whitfield@demo.test',
    ...shipped(
      { carrier: 'USPS', trackingNumber: '9400111899560332518806' },
      21,
      ['DL-FUE-9505', 3],
      ['DL-IGN-3052', 4],
    ),
    checkout: { method: 'Economy by mail', address: box },
    placedDaysAgo: 22,
    paidDaysAgo: 21.9,
  },
]

/** Lines that were shipped in one parcel. */
function shipped(
  tracking: Tracking,
  shippedDaysAgo: number,
  ...pieces: readonly (readonly [partNumber: string, quantity: number])[]
): Pick<DemoOrder, 'lines' | 'parcels'> {
  const lines = pieces.map(([partNumber, quantity]) => ({ partNumber, quantity }))
  return { lines, parcels: [{ shippedDaysAgo, tracking, pieces }] }
}
