import { expect, test } from './support/test.ts'

test.use({ contextOptions: { forcedColors: 'active' } })

test('With forced colors the main action and the current page still stand out', async ({ page }) => {
  await page.goto('/parts')
  await page.getByRole('main').getByText('Add your vehicle').click()
  const background = (name: string) =>
    page
      .getByRole('main')
      .getByRole('button', { name, exact: true })
      .evaluate((button) => getComputedStyle(button).backgroundColor)
  expect(await background('Find My Parts')).not.toBe(await background('Find Vehicle'))

  const underline = (name: string) =>
    page
      .getByRole('navigation', { name: 'Main' })
      .getByRole('link', { name, exact: true })
      .evaluate((link) => getComputedStyle(link, '::after').borderBottomWidth)
  expect(await underline('Parts')).toBe('2px')
  expect(await underline('Home')).toBe('0px')
})
