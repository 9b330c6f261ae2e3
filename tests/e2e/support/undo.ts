import type { Locator, Page } from '@playwright/test'

/** The button of a message that takes back what it tells of. */
export function undoButton(page: Page): Locator {
  return page.getByRole('region', { name: 'Notifications' }).getByRole('button', { name: 'Undo' })
}
