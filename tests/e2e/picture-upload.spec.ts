import { readFileSync } from 'node:fs'
import { chosenPicture, PHOTO, untilUploaded } from './support/pictures.ts'
import { fillProductForm } from './support/products.ts'
import { expect, type Page, test } from './support/test.ts'
import { demoAdmin, logIn } from './support/users.ts'

const field = (page: Page) => page.getByLabel('Image')
const progress = (page: Page) => page.getByRole('progressbar', { name: 'Upload of the picture' })

/** Dispatches a file to the page as an event of type `kind`; returns whether the page handled it. */
function bring(page: Page, kind: 'dragover' | 'drop' | 'paste', file: { type: string; bytes: Buffer }) {
  return page.evaluate(
    ([kind, type, base64]) => {
      const data = new DataTransfer()
      data.items.add(
        new File([Uint8Array.from(atob(base64), (char) => char.charCodeAt(0))], 'part', { type }),
      )
      const init = { bubbles: true, cancelable: true }
      const event =
        kind === 'paste'
          ? new ClipboardEvent(kind, { ...init, clipboardData: data })
          : new DragEvent(kind, { ...init, dataTransfer: data })
      return !document.body.dispatchEvent(event)
    },
    [kind, file.type, file.bytes.toString('base64')] as const,
  )
}

const photo = { type: 'image/webp', bytes: readFileSync(PHOTO) }

test.beforeEach(({ page }) => logIn(page, demoAdmin, '/dashboard/addProduct'))

test('A picture can be dropped anywhere on the page, with a highlighted drop area', async ({ page }) => {
  await expect(field(page)).toBeVisible()
  expect(await bring(page, 'dragover', photo)).toBe(true)
  await expect(page.getByText('Drop the picture')).toBeVisible()
  expect(await bring(page, 'drop', photo), 'the browser must not leave the form for the file').toBe(true)
  await expect(chosenPicture(page)).toBeVisible()
  await untilUploaded(page)
  await page.getByRole('button', { name: 'Remove the picture' }).click()
  await expect(chosenPicture(page)).toHaveCount(0)
  await expect(field(page)).toBeFocused()
})

test('A picture can be pasted; pasted text goes into its field', async ({ page }) => {
  await page.getByRole('textbox', { name: 'Product Name' }).focus()
  await page.evaluate(() => {
    const data = new DataTransfer()
    data.setData('text/plain', 'Alternator')
    document.activeElement?.dispatchEvent(new ClipboardEvent('paste', { bubbles: true, clipboardData: data }))
  })
  await expect(progress(page)).toHaveCount(0)
  await bring(page, 'paste', photo)
  await expect(chosenPicture(page)).toBeVisible()
  await untilUploaded(page)
})

test('A slow upload shows its progress and can be canceled', async ({ page, context }) => {
  const line = await context.newCDPSession(page)
  const withUpload = (uploadThroughput: number) =>
    line.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput,
    })
  await withUpload(6000)
  await field(page).setInputFiles(PHOTO)
  await expect(progress(page)).toBeVisible()
  await expect(chosenPicture(page)).toBeVisible()
  await expect.poll(() => progress(page).getAttribute('value').then(Number)).toBeGreaterThan(0)
  await expect(page.getByText(/^[1-9]\d? %$/)).toBeVisible()
  const stopped = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/images'))
  await page.getByRole('button', { name: 'Cancel' }).click()
  await stopped
  await expect(progress(page)).toHaveCount(0)
  await expect(chosenPicture(page)).toHaveCount(0)
  await expect(field(page)).toBeFocused()
  await withUpload(-1)
  await field(page).setInputFiles(PHOTO)
  await page.getByRole('button', { name: 'Cancel' }).focus()
  await untilUploaded(page)
  await expect(page.getByRole('button', { name: 'Remove the picture' })).toBeFocused()
})

test('A failed upload keeps the picture and can be retried', async ({ page, expectConsoleError }) => {
  expectConsoleError(/ERR_CONNECTION_RESET.* at .*\/images$/)
  await page.route('**/images', (route) => route.abort('connectionreset'))
  await field(page).setInputFiles(PHOTO)
  await expect(field(page)).toHaveAccessibleDescription(/The picture didn’t upload/)
  await expect(chosenPicture(page)).toBeVisible()
  await page.unroute('**/images')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(field(page)).toBeFocused()
  await untilUploaded(page)
  await expect(field(page)).not.toHaveAccessibleDescription(/didn’t upload/)
})

const add = (page: Page) => page.getByRole('button', { name: 'Add Product' })
const waits = (page: Page) => page.getByRole('button', { name: 'Waiting for the picture…' })

/** Uploads wait until the returned function is called: then they go to the store, or fail. */
async function holdUploads(page: Page) {
  const { promise, resolve } = Promise.withResolvers<'store' | 'fail'>()
  await page.route('**/images', async (route) => {
    if ((await promise) === 'fail') return route.abort('connectionreset')
    return route.continue()
  })
  return resolve
}

test('A product that is submitted during its picture’s upload is added once the picture is stored', async ({
  page,
}) => {
  const release = await holdUploads(page)
  const name = `Early Bracket ${Date.now()}`
  await fillProductForm(page, '')
  await field(page).setInputFiles(PHOTO)
  await add(page).click()
  await expect(page.getByRole('textbox', { name: 'Product Name' })).toBeFocused()
  await expect(add(page), 'a form with a mistake does not wait').toBeVisible()
  await page.getByRole('textbox', { name: 'Product Name' }).fill(name)
  await add(page).click()
  await expect(waits(page)).toHaveAttribute('aria-disabled', 'true')
  await expect(page.getByText('The product is saved as soon as it’s done.')).toBeAttached()
  await page.getByRole('textbox', { name: 'Product Name' }).press('Enter')
  await page.getByLabel('Price').fill('13.50')
  release('store')
  await expect(page.getByText(`${name} is in the store now.`)).toBeVisible({ timeout: 120_000 })
  await page.getByRole('link', { name: 'See it as a customer' }).click()
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible()
  await expect(page.getByText('$13.50').first()).toBeVisible()
})

test('When the upload for which a submitted product waits fails, the form says what to do and loses nothing', async ({
  page,
  expectConsoleError,
}) => {
  expectConsoleError(/ERR_CONNECTION_RESET.* at .*\/images$/)
  const release = await holdUploads(page)
  const name = `Late Bracket ${Date.now()}`
  await fillProductForm(page, name)
  await field(page).setInputFiles(PHOTO)
  await add(page).click()
  await expect(waits(page)).toBeVisible()
  release('fail')
  await expect(field(page)).toBeFocused()
  await expect(field(page)).toHaveAccessibleDescription(
    /didn’t upload.* Nothing was saved, and what you typed is still here\. Upload it again/,
  )
  await expect(page.getByRole('textbox', { name: 'Product Name' })).toHaveValue(name)
  await expect(chosenPicture(page).first()).toBeVisible()
  await page.unroute('**/images')
  await page.getByRole('button', { name: 'Try again' }).click()
  await add(page).click()
  await expect(page.getByText(`${name} is in the store now.`)).toBeVisible({ timeout: 120_000 })
})

test('Canceling the upload for which a submitted product waits sends nothing', async ({ page }) => {
  await holdUploads(page)
  await fillProductForm(page, 'Bracket without a picture')
  await field(page).setInputFiles(PHOTO)
  await add(page).click()
  await expect(waits(page)).toBeVisible()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(add(page)).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Product Name' })).toHaveValue('Bracket without a picture')
  await add(page).click()
  await expect(field(page)).toHaveAccessibleDescription(/Image is Required/)
})
