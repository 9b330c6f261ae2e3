import type { Page } from '@playwright/test'

/** Waits until hydration has finished and early events are replayed: for tests that stop the clock. */
export async function waitForHydration(page: Page): Promise<void> {
  await page.waitForFunction(() => globalThis.earlyWork === undefined)
}

/** Waits until the page has loaded, painted and become idle: what it fetches without user input has been requested by then. */
export async function waitForIdle(page: Page): Promise<void> {
  await page.waitForLoadState('load')
  await page.evaluate(
    () =>
      new Promise<void>((resolve) =>
        requestAnimationFrame(() => requestAnimationFrame(() => requestIdleCallback(() => resolve()))),
      ),
  )
}
