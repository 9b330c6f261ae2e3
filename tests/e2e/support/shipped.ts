import { cards, payWith } from './products.ts'
import { placePurchase } from './purchases.ts'
import { expect, type Page } from './test.ts'
import { addUser, adminOf, logIn } from './users.ts'

/** A customer who is signed in on this page, with a paid purchase of these parts, shipped in one parcel. */
export async function shippedPurchase(
  page: Page,
  store: { url: string; dataDir: string },
  wanted: Parameters<typeof placePurchase>[2],
) {
  const account = await addUser(store)
  const placed = await placePurchase(store, account, wanted)
  await logIn(page, account, `/dashboard/payment/${placed.id}`)
  await payWith(page, cards.good)
  await expect(page.getByRole('heading', { name: 'Congrats!! Your Payment Is Success' })).toBeVisible()
  const shipped = await adminOf(store)('POST', `/purchase/${placed.id}/shipments`, { parcels: [{}] })
  expect(shipped.status).toBe(201)
  return { account, ...placed }
}
