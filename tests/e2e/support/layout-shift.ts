import type { Page } from '@playwright/test'

/**
 * Makes `shiftOf` measure each page that opens after this call. What a page shows before its HTML has arrived
 * is not counted: how often Chromium paints until then depends on how busy the machine is.
 */
export async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const watch = new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) add((entry as PerformanceEntry & { value: number }).value)
    })
    const add = (value: number) => {
      window.layoutShift = (window.layoutShift ?? 0) + value
    }
    addEventListener('DOMContentLoaded', () => {
      // The first frame paints the end of the HTML.
      requestAnimationFrame(() => requestAnimationFrame(() => watch.observe({ type: 'layout-shift' })))
    })
  })
}

/** The cumulative layout shift since the HTML of the page was painted, see `watchShifts`. */
export function shiftOf(page: Page): Promise<number> {
  return page.evaluate(async () => {
    // Observers are told of a frame's shifts after it.
    for (let frames = 0; frames < 4; frames++) await new Promise((next) => requestAnimationFrame(next))
    return window.layoutShift ?? 0
  })
}

declare global {
  interface Window {
    layoutShift?: number
  }
}
