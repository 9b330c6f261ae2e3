import { chooseStars } from './support/reviews.ts'
import { expect, test } from './support/test.ts'
import { demoAdmin, logIn, addUser } from './support/users.ts'

const LONG = `It fits. ${'The second sentence goes on for a while and says what a caliper sounds like. '.repeat(4)}`

test('A review is confirmed and shown on the home page, its text truncated after 150 characters', async ({
  page,
  newVisitor,
  store,
}) => {
  const visitor = await newVisitor()
  await visitor.goto('/')
  await logIn(page, await addUser(store, 'Mira Sandoval'), '/dashboard/addReview')
  await page.getByRole('button', { name: 'Add Review' }).click()
  await expect(page.getByText('Choose 1 to 5 stars')).toBeVisible()

  await page.getByRole('radio', { name: '1 star', exact: true }).focus()
  for (let star = 1; star < 4; star += 1) await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('radio', { name: '4 stars' })).toBeChecked()
  await page.getByLabel('Your review').fill(LONG)
  await page.getByRole('button', { name: 'Add Review' }).click()
  await expect(page.getByText('Thanks For Your Compliment')).toBeVisible()
  await expect(page.getByLabel('Your review')).toHaveValue('')

  await visitor.reload()
  const review = visitor
    .getByRole('group', { name: 'Customer reviews' })
    .getByRole('figure')
    .filter({ hasText: 'Mira Sandoval' })
    .first()
  await expect(review.getByRole('img', { name: 'Rated 4 out of 5' })).toBeVisible()
  await expect(review.getByRole('blockquote')).toHaveText(`${LONG.slice(0, 150).trimEnd()}…`)
})

test('A review needs no text, and a short one is not truncated', async ({ page, store }) => {
  await logIn(page, await addUser(store, 'Noor Haddad'), '/dashboard/addReview')
  for (const text of ['', 'Quiet pads.']) {
    await chooseStars(page, 5)
    await page.getByLabel('Your review').fill(text)
    await page.getByRole('button', { name: 'Add Review' }).click()
    await expect(page.getByRole('radio', { name: '5 stars' })).not.toBeChecked()
  }
  await page.getByRole('link', { name: 'Driveline, home page' }).click()
  const reviews = page.getByRole('group', { name: 'Customer reviews' }).getByRole('figure')
  await expect(
    reviews.filter({ hasText: 'Noor Haddad' }).filter({ hasText: 'Quiet pads.' }).first(),
  ).toBeAttached()
  await expect(
    reviews.filter({ hasText: 'Noor Haddad' }).filter({ hasNotText: 'Quiet pads.' }).first(),
  ).toBeAttached()
})

test('Admins cannot add a review', async ({ page }) => {
  await logIn(page, demoAdmin, '/dashboard/addReview')
  await expect(page.getByText('Reviews are for customers')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add Review' })).toHaveCount(0)
})
