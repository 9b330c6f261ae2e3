import { randomUUID } from 'node:crypto'
import type { Fitment } from '#domain/vehicles/fitment.ts'
import { demoAdmin, type Person, signedIn } from './people.ts'
import { expect, type Page } from './test.ts'

type Store = { url: string }

/** A part on sale. */
export type Part = { id: string; name: string }

/** Adds a part as the demo admin, past the screens. `price` in dollars, `available` and `minOrder` in pieces. */
export async function stockPart(
  store: Store,
  given: Partial<{ name: string; price: number; available: number; minOrder: number; fits: Fitment[] }> = {},
): Promise<Part> {
  const call = await signedIn(store, demoAdmin)
  const shelf = await call('GET', '/products?limit=1')
  const part = {
    name: `Brake Caliper ${randomUUID().slice(0, 6)}`,
    about: 'A caliper with its bracket.',
    picture: shelf.body[0].picture,
    price: 25.5,
    available: 100,
    minOrder: 1,
    ...given,
  }
  const added = await call('POST', '/product', part)
  expect(added.status).toBe(201)
  return { id: added.body.insertedId, name: part.name }
}

/** Orders a part past the screens; answers the order's id. */
export async function orderPart(store: Store, person: Person, part: Part, orderQty = 1): Promise<string> {
  const call = await signedIn(store, person)
  const placed = await call('POST', '/order', {
    productId: part.id,
    orderQty,
    customerPhone: '(217) 555-0100',
    customerAddress: '1 Main Street',
  })
  expect(placed.status).toBe(201)
  return placed.body.insertedId
}

/** Cards of the card provider's test mode. */
export const cards = {
  good: '4242 4242 4242 4242',
  declined: '4000 0000 0000 0002',
  asksTheBank: '4000 0000 0000 3220',
}

/** Fills in the card form and presses Pay. */
export async function payWith(page: Page, number: string): Promise<void> {
  await page.getByLabel('Card number').fill(number)
  await page.getByLabel('Expiry date').fill('12 / 40')
  await page.getByLabel('CVC').fill('123')
  await page.getByRole('button', { name: /^Pay \$/ }).click()
}
