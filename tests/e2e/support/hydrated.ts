import type { Page } from '@playwright/test'

/** Waits until React has taken the page over, and what was done before is done again: for tests that stop the clock. */
export async function untilHydrated(page: Page): Promise<void> {
  await page.waitForFunction(() => globalThis.earlyWork === undefined)
}
