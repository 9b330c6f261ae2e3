import type { Locator } from '@playwright/test'
import { expect, type Page } from './test.ts'

/** More presses of Tab than any page needs from start to end. */
const MAX_TABS = 150

/**
 * Presses Tab (or Shift+Tab) until `wanted` has focus, and checks that it is visible there. Does not wait for
 * the page to render it.
 */
export async function tabTo(page: Page, wanted: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await expect(wanted).toBeVisible()
  await expect(wanted).toBeEnabled()
  for (let tabs = 0; tabs < MAX_TABS; tabs += 1) {
    await page.keyboard.press(key)
    if (await wanted.evaluate((node) => node === document.activeElement)) {
      await expect.poll(() => wanted.evaluate(isOnScreen), `${wanted.toString()} is on the screen`).toBe(true)
      return
    }
  }
  throw new Error(`No way by ${key} to ${wanted.toString()}`)
}

/** Runs in the page. Stars and file inputs are hidden controls: their label is visible instead. */
function isOnScreen(node: Element): boolean {
  const { top, bottom } = (node.closest('label') ?? node).getBoundingClientRect()
  return bottom > 0 && top < innerHeight
}

/** Tabs to a link or a button and presses it. */
export async function press(page: Page, wanted: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await tabTo(page, wanted, key)
  await page.keyboard.press('Enter')
}

/** Tabs to a field and replaces its value. */
export async function typeInto(page: Page, field: Locator, text: string, key: 'Tab' | 'Shift+Tab' = 'Tab') {
  await tabTo(page, field, key)
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type(text)
}

/** Logs in on the current login page. */
export async function logInByKeyboard(page: Page, account: { email: string; password: string }) {
  await expect(page.getByRole('heading', { level: 1, name: 'Log in' })).toBeVisible()
  const main = page.getByRole('main')
  await typeInto(page, main.getByLabel('Email'), account.email)
  await typeInto(page, main.getByLabel('Password', { exact: true }), account.password)
  await page.keyboard.press('Enter')
}
