import type { Locator } from '@playwright/test'
import { expect, type Page, test } from './support/test.ts'

/** How far an element moves sideways within 20 frames, in px. */
function drift(element: Locator): Promise<number> {
  return element.evaluate(async (node) => {
    const before = node.getBoundingClientRect().x
    for (let frame = 0; frame < 20; frame += 1) await new Promise((next) => requestAnimationFrame(next))
    return Math.abs(node.getBoundingClientRect().x - before)
  })
}

/** The live region that contains the slides, and moves. */
const row = (carousel: Locator) => carousel.locator('[aria-live]')

/** The duration of the current move, in ms; 0 at rest. */
function moveTime(carousel: Locator): Promise<number> {
  return row(carousel).evaluate((node) => Number(node.getAnimations()[0]?.effect?.getTiming().duration ?? 0))
}

/** Waits until the current move ends. */
async function moved(carousel: Locator): Promise<void> {
  await row(carousel).evaluate((node) =>
    Promise.all(node.getAnimations().map((animation) => animation.finished)),
  )
}

/** The number of visible slides. */
function seenSlides(carousel: Locator): Promise<number> {
  return carousel.evaluate((node) => {
    const frame = node.getBoundingClientRect()
    const slides = [...node.querySelectorAll('[aria-roledescription=slide]')]
    return slides.filter((slide) => {
      const { left, right } = slide.getBoundingClientRect()
      return left >= frame.left - 2 && right <= frame.right + 2
    }).length
  })
}

async function carousel(page: Page, name: string): Promise<Locator> {
  await page.goto('/')
  const found = page.getByRole('group', { name, exact: true })
  await found.scrollIntoViewIfNeeded()
  return found
}

test("'Brands We Trust' plays automatically, even while hovered, until it is paused", async ({ page }) => {
  const brands = await carousel(page, 'Brands')
  const mark = brands.getByRole('img').first()
  await expect.poll(() => drift(mark)).toBeGreaterThan(0)
  await mark.hover({ force: true })
  await expect.poll(() => drift(mark)).toBeGreaterThan(0)

  await brands.getByRole('button', { name: 'Pause Brands' }).click()
  await expect.poll(() => drift(mark)).toBe(0)
  await expect(brands.getByRole('button', { name: 'Play Brands' })).toBeVisible()
})

test('The review carousel shows two slides, one at 830 px, with dots and without arrows', async ({
  page,
}) => {
  const reviews = await carousel(page, 'Customer reviews')
  await reviews.getByRole('button', { name: 'Pause Customer reviews' }).click()
  await expect(reviews.getByRole('button', { name: /previous|next/i })).toHaveCount(0)
  await reviews.getByRole('button', { name: /^Review 2 of / }).click()
  await expect(reviews.getByRole('button', { name: /^Review 2 of / })).toHaveAttribute('aria-current', 'true')
  await expect.poll(() => seenSlides(reviews)).toBe(2)
  await page.setViewportSize({ width: 830, height: 900 })
  await expect.poll(() => seenSlides(reviews)).toBe(1)
})

test("A move of 'Brands We Trust' takes 3000 ms, and the next one follows immediately", async ({ page }) => {
  await page.clock.install()
  const brands = await carousel(page, 'Brands')
  await brands.getByRole('button', { name: 'Pause Brands' }).click()
  await page.clock.pauseAt(Date.now() + 60_000)
  await brands.getByRole('button', { name: 'Play Brands' }).click()
  await expect.poll(() => moveTime(brands), 'the rest of the move it was stopped in').toBe(3000)
  for (let move = 0; move < 2; move += 1) {
    await moved(brands)
    await page.clock.runFor(1)
    await expect.poll(() => moveTime(brands)).toBe(3000)
  }
})

test('A review is shown for 4000 ms, including a move of 500 ms; hovering pauses', async ({ page }) => {
  await page.clock.install()
  const reviews = await carousel(page, 'Customer reviews')
  await reviews.getByRole('button', { name: 'Pause Customer reviews' }).click()
  await moved(reviews)
  await page.clock.pauseAt(Date.now() + 60_000)
  await reviews.getByRole('button', { name: 'Play Customer reviews' }).click()
  for (let slide = 0; slide < 2; slide += 1) {
    await page.clock.runFor(3499)
    expect(await moveTime(reviews), 'it rests for 3500 ms').toBe(0)
    await page.clock.runFor(1)
    await expect.poll(() => moveTime(reviews), 'and moves for 500 ms').toBe(500)
    await moved(reviews)
  }

  await reviews.hover()
  await page.clock.runFor(20_000)
  expect(await moveTime(reviews), 'it rests under the pointer').toBe(0)
  await page.mouse.move(0, 0)
  // In small steps: a move ends 500 ms of real time after it began, whatever the page's clock says.
  const nextMove = async () => {
    await page.clock.runFor(100)
    return moveTime(reviews)
  }
  await expect.poll(nextMove, { message: 'and resumes after it', intervals: [0] }).toBe(500)
})

test('Keyboard focus stops a carousel', async ({ page }) => {
  const brands = await carousel(page, 'Brands')
  await brands.getByRole('button', { name: 'Pause Brands' }).click()
  const reviews = page.getByRole('group', { name: 'Customer reviews', exact: true })
  await reviews.scrollIntoViewIfNeeded()
  await expect(reviews.getByRole('button', { name: 'Pause Customer reviews' })).toBeVisible()
  await page.getByRole('link', { name: 'Read all reviews' }).focus()
  await page.keyboard.press('Tab')
  await expect(reviews.getByRole('button', { name: 'Play Customer reviews' })).toBeFocused()
})

test.describe('with reduced motion', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } })
  test('The carousels start paused', async ({ page }) => {
    const brands = await carousel(page, 'Brands')
    await expect(brands.getByRole('button', { name: 'Play Brands' })).toBeVisible()
    expect(await drift(brands.getByRole('img').first())).toBe(0)
    expect(await seenSlides(brands), 'four brands are visible').toBe(4)
  })
})
