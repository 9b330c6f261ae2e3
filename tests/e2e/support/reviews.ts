import { expect, type Page } from '@playwright/test'

/** Chooses a rating by its star, as with a mouse: a press that misses because the page moved is repeated. */
export async function chooseStars(page: Page, stars: 4 | 5): Promise<void> {
  const star = page.getByRole('radio', { name: `${stars} stars` })
  await expect(async () => {
    await page.locator('label', { has: star }).click()
    await expect(star).toBeChecked({ timeout: 2_000 })
  }).toPass()
}
