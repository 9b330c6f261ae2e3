import { randomUUID } from 'node:crypto'
import { press, typeInto } from './support/keyboard.ts'
import { expect, test } from './support/test.ts'
import { demoAdmin, logIn, addUser, callerFor } from './support/users.ts'

/** A unique review text. */
const uniqueText = () => `Sprocket ${randomUUID().slice(0, 8)} squeaks.`

test('An admin finds a review, hides it, undoes that, and finds it hidden later', async ({
  page,
  newVisitor,
  store,
}) => {
  const text = uniqueText()
  const author = await addUser(store, 'Mira Sandoval')
  await (
    await callerFor(store, author)
  )('POST', '/review', { rating: 1, text })
  const visitor = await newVisitor()
  const seen = visitor.getByRole('blockquote').filter({ hasText: text })
  for (const path of ['/', '/customerReviews']) {
    await visitor.goto(path)
    await expect(seen.first()).toBeAttached()
  }

  await logIn(page, demoAdmin, '/dashboard/manageReviews')
  await page.getByLabel('Search reviews').fill(text)
  const row = page.getByRole('row').filter({ hasText: text })
  await expect(page.getByRole('row')).toHaveCount(2)
  await expect(row).toContainText(author.email)
  await row.getByRole('button', { name: 'Hide the review of Mira Sandoval' }).click()
  await expect(page.getByText('Review hidden', { exact: true })).toBeVisible()
  await expect(row.getByRole('cell', { name: 'Hidden' })).toBeVisible()
  for (const path of ['/', '/customerReviews']) {
    await visitor.goto(path)
    await expect(visitor.getByRole('blockquote').first()).toBeAttached()
    await expect(seen).toHaveCount(0)
  }

  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Review shown again')).toBeVisible()
  await visitor.reload()
  await expect(seen).toHaveCount(1)

  // It leaves the filtered list, and is found under the other filter.
  await page.getByRole('button', { name: 'Shown', exact: true }).click()
  await expect(page).toHaveURL(/status=shown/)
  await row.getByRole('button', { name: 'Hide the review of Mira Sandoval' }).click()
  await expect(row).toHaveCount(0)
  await page.getByRole('button', { name: 'Hidden', exact: true }).click()
  await expect(row).toContainText('Hidden')

  await page.goto('/dashboard/audit?kind=review')
  const alert = page.getByRole('row').filter({ hasText: 'Mira Sandoval' }).first()
  await expect(alert).toContainText('Review hidden')
  await alert.getByRole('link').click()
  await expect(row).toContainText('Hidden')
})

test('A review that cannot be hidden stays visible, with the reason', async ({
  page,
  store,
  expectConsoleError,
}) => {
  expectConsoleError(/ERR_FAILED/)
  const text = uniqueText()
  await (
    await callerFor(store, await addUser(store))
  )('POST', '/review', { rating: 1, text })
  await logIn(page, demoAdmin, `/dashboard/manageReviews?q=${encodeURIComponent(text)}`)
  await page.route('**/review/*', (request) => request.abort())
  await page.getByRole('button', { name: /^Hide the review/ }).click()
  await expect(page.getByText(/^The review of Robin Fielder is still shown\. /)).toBeVisible()
  await expect(page.getByRole('cell', { name: 'Shown' })).toBeVisible()
})

test('An admin hides a review by keyboard alone', async ({ page, store }) => {
  const text = uniqueText()
  await (
    await callerFor(store, await addUser(store))
  )('POST', '/review', { rating: 1, text })
  await logIn(page, demoAdmin, '/dashboard/manageReviews')
  await typeInto(page, page.getByLabel('Search reviews'), text)
  await expect(page.getByRole('row')).toHaveCount(2)
  await press(page, page.getByRole('button', { name: /^Hide the review/ }))
  await expect(page.getByText('Review hidden', { exact: true })).toBeVisible()
})
