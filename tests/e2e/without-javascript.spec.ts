import { expect, test } from './support/test.ts'

test.use({ javaScriptEnabled: false })

test('Without JavaScript the home page, the blogs, the portfolio and the parts are readable', async ({
  page,
  request,
}) => {
  const [review] = (await (await request.get('/reviews?limit=1')).json()) as { text: string }[]
  if (!review?.text) throw new Error('The demo has no review with a text')
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome To Driveline')
  await expect(page.getByRole('region', { name: 'Our Products' }).getByRole('article')).toHaveCount(6)
  await expect(page.getByRole('region', { name: 'Three decades, counted' })).toContainText('72+')
  await expect(page.getByRole('region', { name: 'What Our Customers Are Saying' })).toContainText(
    review.text.slice(0, 100),
  )
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Blogs' }).click()
  await page.getByRole('article').getByRole('link').first().click()
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Blogs')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'My Portfolio' }).click()
  await expect(page.getByRole('heading', { name: 'Projects' })).toBeVisible()
})

test('Without JavaScript a part is found by name from any page', async ({ page }) => {
  await page.goto('/myPortfolio')
  await page.getByRole('search', { name: 'All parts' }).getByLabel('Find a part').fill('oil filter')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('article').first()).toContainText('Oil Filter')
})

test('Without JavaScript the vehicle finder asks step by step', async ({ page }) => {
  await page.goto('/')
  await page.getByLabel('Make').selectOption('Honda')
  await page.getByRole('button', { name: 'Find My Parts' }).click()
  await page.getByLabel('Year').selectOption('2008')
  await page.getByRole('button', { name: 'Find My Parts' }).click()
  await page.getByLabel('Model', { exact: true }).selectOption('Civic')
  await page.getByRole('button', { name: 'Find My Parts' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('2008 Honda Civic')
  await expect(page.getByRole('article').first()).toContainText('Fits 2008 Honda Civic')
})

test('Without JavaScript an unknown path is a 404', async ({ page, expectConsoleError }) => {
  expectConsoleError(/status of 404/)
  const answer = await page.goto('/no-such-part')
  expect(answer?.status()).toBe(404)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('There is no such page')
})
