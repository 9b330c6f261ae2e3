import { expect, type Page } from '@playwright/test'

/** Chooses a rating by its star, as with a mouse: the click waits until the page no longer moves, which a forced one does not. */
export async function chooseStars(page: Page, stars: 4 | 5): Promise<void> {
  const star = page.getByRole('radio', { name: `${stars} stars` })
  await page.locator('label', { has: star }).click()
  await expect(star).toBeChecked()
}
