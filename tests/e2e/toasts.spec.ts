import type { Locator } from '@playwright/test'
import { waitForHydration, visit } from './support/hydration.ts'
import { expect, type Page, test } from './support/test.ts'
import { addUser } from './support/users.ts'

/** Requests a reset link with the page's clock stopped; returns the success toast. */
async function succeed(page: Page, email: string): Promise<Locator> {
  await page.clock.install()
  await visit(page, '/login')
  const field = page.getByRole('main').getByLabel('Email')
  await field.fill(email)
  await waitForHydration(page)
  await expect(field).toHaveValue(email)
  await page.clock.pauseAt(Date.now() + 60_000)
  await page.getByRole('button', { name: 'Forgot Password' }).click()
  const toast = page.getByRole('status').getByText('Sent Password Reset Link on Your Email')
  await expect(toast).toBeVisible()
  return toast
}

test('A success toast disappears after 5000 ms', async ({ page, store }) => {
  const toast = await succeed(page, (await addUser(store)).email)
  await page.clock.runFor(4999)
  await expect(toast).toBeVisible()
  await page.clock.runFor(1)
  await expect(toast).toHaveCount(0)
})

test('A toast stays while hovered or focused, and disappears 5000 ms after', async ({ page, store }) => {
  const toast = await succeed(page, (await addUser(store)).email)
  const close = page.getByRole('button', { name: 'Close this message' })
  for (const [hold, release] of [
    [() => toast.hover(), () => page.mouse.move(0, 0)],
    [() => close.focus(), () => close.blur()],
  ] as const) {
    await page.clock.runFor(4000)
    await hold()
    await page.clock.runFor(60_000)
    await expect(toast).toBeVisible()
    await release()
  }
  await page.clock.runFor(4999)
  await expect(toast).toBeVisible()
  await page.clock.runFor(1)
  await expect(toast).toHaveCount(0)
})

test('An error toast is an alert, and stays until it is closed', async ({ page }) => {
  await page.clock.install()
  await visit(page, '/login')
  await page.getByRole('main').getByLabel('Email').fill('')
  await waitForHydration(page)
  await page.clock.pauseAt(Date.now() + 60_000)
  await page.getByRole('button', { name: 'Forgot Password' }).click()
  const toast = page.getByRole('alert').getByText('Enter Your Email')
  await expect(toast).toBeVisible()
  await page.clock.runFor(600_000)
  await expect(toast).toHaveCount(1)
  await page.getByRole('button', { name: 'Close this message' }).click()
  await expect(toast).toHaveCount(0)
})

test('Closing a toast returns the focus to its previous element', async ({ page }) => {
  await visit(page, '/login')
  await page.getByRole('main').getByLabel('Email').fill('')
  const before = page.getByRole('button', { name: 'Forgot Password' })
  await before.click()
  const close = page.getByRole('button', { name: 'Close this message' })
  await close.click()
  await expect(close).toHaveCount(0)
  await expect(before).toBeFocused()
})
