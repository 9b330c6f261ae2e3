import type { Locator, Page } from '@playwright/test'

/** The Undo button of a toast. */
export function undoButton(page: Page): Locator {
  return page.getByRole('region', { name: 'Notifications' }).getByRole('button', { name: 'Undo' })
}
