import { expect, test } from 'vitest'
import { shownPurchase } from '../../../tests/support/shown-purchase.ts'
import {
  lineNumber,
  linesToShip,
  openLines,
  purchaseStatus,
  purchaseTitle,
  shipmentsWith,
} from './purchase.ts'

const pads = { orderId: 'pads', name: 'Ceramic Brake Pads', quantity: 2 }
const rotor = { orderId: 'rotor', name: 'Vented Rotor' }
const namesOf = (lines: readonly { name: string }[]) => lines.map(({ name }) => name)

test('The status of a purchase follows from its orders', () => {
  const order = (paid: boolean, shipped = false, refunded = false) => ({ paid, shipped, refunded })
  expect(purchaseStatus([order(false), order(false)])).toBe('unpaid')
  expect(purchaseStatus([order(true), order(true)])).toBe('paid')
  expect(purchaseStatus([order(true, true), order(true)])).toBe('partly_shipped')
  expect(purchaseStatus([order(true, true), order(true, true)])).toBe('shipped')
  expect(purchaseStatus([order(true, true, true), order(true, false, true)])).toBe('refunded')
})

test('A purchase is named by its first part, and its parts are numbered', () => {
  expect(purchaseTitle(shownPurchase([pads]))).toBe('Ceramic Brake Pads')
  expect(lineNumber(shownPurchase([pads]), 'pads')).toBe('DL-10042')
  const brakes = shownPurchase([pads, rotor])
  expect(purchaseTitle(brakes)).toBe('Ceramic Brake Pads + 1 more')
  expect(['pads', 'rotor'].map((id) => lineNumber(brakes, id))).toEqual(['DL-10042-1', 'DL-10042-2'])
})

test('What is open is to ship once it is paid, until it is refunded', () => {
  const parts = [{ ...pads, shippedQty: 2 }, rotor]
  const brakes = shownPurchase(parts, { paid: true })
  expect(brakes.status).toBe('partly_shipped')
  expect(namesOf(linesToShip(brakes))).toEqual(['Vented Rotor'])
  expect(shipmentsWith(brakes, 'pads')).toHaveLength(1)
  expect(shipmentsWith(brakes, 'rotor')).toEqual([])
  for (const other of [shownPurchase([pads, rotor]), shownPurchase(parts, { status: 'refunded' })]) {
    expect(namesOf(openLines(other))).toContain('Vented Rotor')
    expect(linesToShip(other)).toEqual([])
  }
})
