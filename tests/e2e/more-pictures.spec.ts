import path from 'node:path'
import { expectAccessible } from './support/accessible.ts'
import { waitForHydration } from './support/hydration.ts'
import { PHOTO, untilUploaded } from './support/pictures.ts'
import { fillProductForm } from './support/products.ts'
import { expect, type Page, test } from './support/test.ts'
import { demoAdmin, logIn } from './support/users.ts'

const other = (name: string) => path.join(path.dirname(PHOTO), `${name}.webp`)
const more = (page: Page) => page.getByRole('list', { name: 'Other pictures' }).getByRole('listitem')

/** Pictures are encoded at the lowest priority: other tests come first. */
const ENCODED = { timeout: 120_000 }

test('A part gets several pictures at once; customers look through them and magnify them', async ({
  page,
  store,
}) => {
  await logIn(page, demoAdmin, '/dashboard/addProduct')
  await fillProductForm(page, 'Alternator with views')
  await page.getByLabel('Image').setInputFiles([PHOTO, other('alternator-side'), other('alternator-black')])
  await untilUploaded(page)
  await expect(more(page)).toHaveCount(2, ENCODED)
  await expectAccessible(page, 'a product form with several pictures')
  await page.getByLabel('More Pictures').setInputFiles(other('piston'))
  await expect(more(page)).toHaveCount(3, ENCODED)
  await more(page).nth(2).getByRole('button', { name: 'Remove picture 4' }).click()
  await expect(more(page)).toHaveCount(2)
  await expect(page.getByLabel('More Pictures')).toBeFocused()
  await page.getByRole('button', { name: 'Add Product' }).click()
  await expect(page.getByText('Product Added Successful').first()).toBeVisible()

  await page.goto(`${store.url}/parts?q=Alternator+with+views`)
  await page.getByRole('heading', { name: 'Alternator with views' }).getByRole('link').click()
  await page.mouse.move(90, 90)
  await waitForHydration(page)
  const pictures = page.getByRole('list', { name: 'Pictures' }).getByRole('link')
  await expect(pictures).toHaveCount(3)
  await pictures.nth(1).click()
  await expect(page.getByRole('img', { name: 'Alternator with views, picture 2 of 3' })).toBeVisible()
  await expect(pictures.nth(1)).toHaveAttribute('aria-current', 'true')
  await page.getByRole('link', { name: 'Enlarge the picture' }).click()
  const dialog = page.getByRole('dialog', { name: 'Alternator with views' })
  await expect(dialog.getByText('2 of 3')).toBeVisible()
  const width = async () => (await dialog.getByRole('img').boundingBox())?.width ?? 0
  const before = await width()
  await dialog.getByRole('button', { name: 'Zoom in' }).click()
  await expect.poll(width).toBeGreaterThan(before * 1.9)
  await expectAccessible(page, 'a magnified picture')
  await dialog.getByRole('button', { name: 'Next' }).click()
  await expect(dialog.getByText('3 of 3')).toBeVisible()
  await expect.poll(width).toBeLessThan(before * 1.1)
  await dialog.getByRole('button', { name: 'Next' }).click()
  await expect(dialog.getByRole('img', { name: 'Alternator with views, picture 1 of 3' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
})

test('Another picture becomes the first one, and the first is taken away', async ({ page }) => {
  await logIn(page, demoAdmin, '/dashboard/addProduct')
  await fillProductForm(page, 'Turned alternator')
  await page.getByLabel('Image').setInputFiles([PHOTO, other('alternator-side')])
  await untilUploaded(page)
  await expect(more(page)).toHaveCount(1, ENCODED)
  const shown = more(page).getByRole('presentation')
  const second = await shown.getAttribute('src')
  await page.getByRole('button', { name: 'Make first picture 2' }).click()
  await expect(shown).not.toHaveAttribute('src', second ?? '')
  await page.getByRole('button', { name: 'Remove the picture' }).click()
  await expect(more(page)).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Remove the picture' })).toBeVisible()
})

test('A file that is no picture is listed with the reason, and the form is not sent with it', async ({
  page,
}) => {
  await logIn(page, demoAdmin, '/dashboard/addProduct')
  await fillProductForm(page, 'Alternator without text')
  await page.getByLabel('Image').setInputFiles(PHOTO)
  await untilUploaded(page)
  await page.getByLabel('More Pictures').setInputFiles({
    name: 'notes.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from('no picture'),
  })
  await expect(page.getByText('This file is not a picture that we can use.')).toBeVisible()
  await page.getByRole('button', { name: 'Add Product' }).click()
  await expect(page.getByLabel('More Pictures')).toBeFocused()
  await expect(page.getByText('Nothing was saved', { exact: false })).toBeVisible()
  await page.getByRole('button', { name: 'Leave out: notes.txt' }).click()
  await page.getByRole('button', { name: 'Add Product' }).click()
  await expect(page.getByText('Product Added Successful').first()).toBeVisible()
})

test('Without scripts the small pictures lead to the files', async ({ browser, store, page }) => {
  await logIn(page, demoAdmin, '/dashboard/addProduct')
  await fillProductForm(page, 'Plain alternator')
  await page.getByLabel('Image').setInputFiles([PHOTO, other('alternator-side')])
  await untilUploaded(page)
  await expect(more(page)).toHaveCount(1, ENCODED)
  await page.getByRole('button', { name: 'Add Product' }).click()
  await expect(page.getByText('Product Added Successful').first()).toBeVisible()
  const context = await browser.newContext({ javaScriptEnabled: false })
  const plain = await context.newPage()
  await plain.goto(`${store.url}/parts?q=Plain+alternator`)
  await plain.getByRole('heading', { name: 'Plain alternator' }).getByRole('link').click()
  await plain.getByRole('link', { name: 'Picture 2' }).click()
  await expect(plain).toHaveURL(/\/images\/.*\.webp$/)
  await context.close()
})

test('The second picture of a brake disc is a drawing with the dimensions of its specifications', async ({
  page,
  browser,
}) => {
  await page.goto('/parts/drilled-and-slotted-rotor-282-mm-5-114-3-dlbrk1131')
  await page.mouse.move(90, 90)
  await waitForHydration(page)
  await page.getByRole('link', { name: 'Picture 2' }).click()
  const drawing = page.getByRole('img', { name: /, drawing with dimensions$/ })
  await expect(drawing).toHaveJSProperty('naturalWidth', 960)
  await expectAccessible(page, 'a drawing with dimensions')
  await page.getByRole('link', { name: 'Enlarge the picture' }).click()
  const enlarged = page.getByRole('dialog').getByRole('img', { name: /, drawing with dimensions$/ })
  await expect(enlarged).toHaveJSProperty('naturalWidth', 960)

  const context = await browser.newContext({ javaScriptEnabled: false })
  const plain = await context.newPage()
  await plain.goto(page.url())
  await plain.getByRole('link', { name: 'Picture 2' }).click()
  await expect(plain).toHaveURL(/\/parts\/[\w-]+\/drawing\.svg$/)
  await expect(plain.getByText('Ø 282')).toBeVisible()
  await expect(plain.getByText('5 × 114.3', { exact: true })).toBeVisible()
  await context.close()
})
