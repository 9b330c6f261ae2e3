import type { Locator } from '@playwright/test'
import { expect, type Page } from './test.ts'

/** More presses of Tab than any page of the store takes from one end to the other. */
const MOST_TABS = 150

/**
 * Tabs on (or back) until `wanted` has the focus, as somebody without a pointer does, and sees that it can be seen there. Does
 * not wait for the page: what is wanted must be on it.
 */
export async function tabTo(page: Page, wanted: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await expect(wanted).toBeVisible()
  await expect(wanted).toBeEnabled()
  for (let tabs = 0; tabs < MOST_TABS; tabs += 1) {
    await page.keyboard.press(key)
    if (await wanted.evaluate((node) => node === document.activeElement)) {
      await expect.poll(() => wanted.evaluate(isOnScreen), `${wanted.toString()} is on the screen`).toBe(true)
      return
    }
  }
  throw new Error(`No way by ${key} to ${wanted.toString()}`)
}

/** Runs in the page. A star or a file is chosen by a hidden control: its label is what is seen. */
function isOnScreen(node: Element): boolean {
  const { top, bottom } = (node.closest('label') ?? node).getBoundingClientRect()
  return bottom > 0 && top < innerHeight
}

/** Tabs to a link or a button and presses it. */
export async function press(page: Page, wanted: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await tabTo(page, wanted, key)
  await page.keyboard.press('Enter')
}

/** Tabs to a field and types in the place of what it holds. */
export async function typeInto(page: Page, field: Locator, text: string, key: 'Tab' | 'Shift+Tab' = 'Tab') {
  await tabTo(page, field, key)
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type(text)
}

/** Logs in on the login page that is shown. */
export async function logInByKeyboard(page: Page, person: { email: string; password: string }) {
  await expect(page.getByRole('heading', { level: 1, name: 'Log in' })).toBeVisible()
  const main = page.getByRole('main')
  await typeInto(page, main.getByLabel('Email'), person.email)
  await typeInto(page, main.getByLabel('Password', { exact: true }), person.password)
  await page.keyboard.press('Enter')
}
