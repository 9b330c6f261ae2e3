import axeCore from 'axe-core'
import { expectLegible } from './legible.ts'
import { expect, type Page, test } from './test.ts'

declare global {
  var axe: Pick<typeof axeCore, 'run'>
}

/** AXE=all also tries what is between, and each width in both themes, which takes twice as long. */
const IS_THOROUGH = process.env['AXE'] === 'all'
/** A phone and a desktop, and a tablet, where carousels change; px. */
const WIDTHS = IS_THOROUGH ? [360, 830, 1280] : [360, 1280]

/** More than half of axe's time, and the only rule that depends on the theme. */
const CONTRAST = 'color-contrast'

/**
 * Checks the current state of the page: axe on a phone and a desktop, with its contrast in the light on the
 * desktop and in the dark on the phone, and legibility at 320 px and at 200 % text size. Use reduced motion:
 * a color in transition would fail the contrast check.
 * @param options.widths the widths at which the state exists; `busy`: the page is expected to be loading.
 */
export async function expectAccessible(
  page: Page,
  what: string,
  { widths = WIDTHS, busy = false }: { widths?: readonly number[]; busy?: boolean } = {},
): Promise<void> {
  await test.step(what, async () => {
    if (!busy) {
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(page.getByText(/^(Loading|Preparing)/)).toHaveCount(0)
    }
    await page.emulateMedia({ colorScheme: 'light' })
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 })
      const enabled = IS_THOROUGH || width === Math.max(...widths)
      await expectNoFindings(page, `${what} at ${width} px`, { rules: { [CONTRAST]: { enabled } } })
    }
    await page.emulateMedia({ colorScheme: 'dark' })
    for (const width of IS_THOROUGH ? widths : [Math.min(...widths)]) {
      await page.setViewportSize({ width, height: 900 })
      await expectNoFindings(page, `${what} at ${width} px, dark`, { runOnly: [CONTRAST] })
    }
    if (widths === WIDTHS) await expectLegible(page, what)
    await page.setViewportSize({ width: 1280, height: 900 })
  })
}

/** Opens each path and checks it with `expectAccessible`. */
export async function expectAccessibleAt(page: Page, ...paths: string[]): Promise<void> {
  for (const path of paths) {
    await page.goto(path)
    await expectAccessible(page, path)
  }
}

async function expectNoFindings(page: Page, what: string, options: axeCore.RunOptions): Promise<void> {
  await atRest(page)
  // Half a megabyte, so once per document. Frames have the page's origin: axe in the page calls axe in its
  // frames.
  for (const frame of page.frames()) {
    const isThere = await frame.evaluate(() => 'axe' in globalThis)
    if (!isThere) await frame.evaluate(axeCore.source)
  }
  const { found, looked } = await page.evaluate(async (given) => {
    // The page behind a modal dialog is unchanged, and was checked without the dialog.
    const dialog = [...document.querySelectorAll('dialog:modal')].at(-1)
    const { violations, passes, incomplete } = await globalThis.axe.run(dialog ?? document, {
      resultTypes: ['violations'],
      ...given,
    })
    const found = violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`),
    )
    // axe reports colors over a gradient, but cannot evaluate them.
    return { found, looked: passes.length + incomplete.length }
  }, options)
  expect(looked, 'axe has looked at something').toBeGreaterThan(0)
  expect.soft(found, what).toEqual([])
}

async function atRest(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const ending = document.getAnimations().filter(({ effect }) => {
      // The animations in a closed <details> do not run until it is opened.
      const isShown = !(effect instanceof KeyframeEffect) || effect.target?.checkVisibility() === true
      return isShown && effect?.getComputedTiming().endTime !== Infinity
    })
    await Promise.allSettled(ending.map((animation) => animation.finished))
  })
}
