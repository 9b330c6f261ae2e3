import { inDatabase } from './support/database.ts'
import { addProduct } from './support/products.ts'
import { shippedPurchase } from './support/shipped.ts'
import { expect, test } from './support/test.ts'
import { demoAdmin, logIn } from './support/users.ts'

test('"Show more" reaches the flags after the first page', async ({ page, newVisitor, store }) => {
  const part = await addProduct(store)
  const { account, id } = await shippedPurchase(page, store, [{ productId: part.id }])
  // Canceled, so that they count as nothing that comes back.
  await inDatabase(
    store,
    `with asked as (
       insert into returns (purchase_id, state, created_by)
       select $1::uuid, 'canceled', accounts.id from accounts, generate_series(1, 60)
       where email = $3 returning returns.id
     ), listed as (
       insert into return_lines (return_id, order_id, core, quantity, reason)
       select id, $1::uuid, false, 1, 'does_not_fit' from asked
     )
     insert into fitment_flags (product_id, order_id, return_id, vehicle, said, reason)
     select $2::uuid, $1::uuid, id, '2009 Honda Civic', 'fits', '' from asked`,
    [id, part.id, account.email],
  )
  const admin = await newVisitor()
  await logIn(admin, demoAdmin, '/dashboard/fitment-flags')
  const rows = admin.getByRole('table', { name: 'Parts that did not fit' }).getByRole('row')
  await expect(rows).toHaveCount(1 + 25)
  const more = admin.getByRole('button', { name: 'Show more parts' })
  await more.click()
  await expect(rows).toHaveCount(1 + 50)
  await rows.last().getByRole('button', { name: 'Dismiss' }).click()
  await expect(admin.getByText(`Dismissed: ${part.name}`)).toBeVisible()
  await expect(rows, 'the next one moves in').toHaveCount(1 + 50)
  await more.click()
  await expect(more).toHaveCount(0)
  await expect(rows.filter({ hasText: part.name })).toHaveCount(59)
})
