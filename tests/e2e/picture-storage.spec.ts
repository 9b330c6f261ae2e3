import { chosenPicture, PHOTO } from './support/pictures.ts'
import { expect, test } from './support/test.ts'
import { demoAdmin, logIn } from './support/users.ts'

// Nothing listens there.
test.use({
  storeEnv: {
    IMAGE_HOST_URL: 'http://127.0.0.1:2/upload',
    IMAGE_HOST_KEY: 'key',
    S3_ENDPOINT: 'http://127.0.0.1:2',
    S3_BUCKET: 'parts',
    S3_ACCESS_KEY_ID: 'id',
    S3_SECRET_ACCESS_KEY: 'key',
    IMAGE_STORE: 'host',
  },
})

test('While the image service is down, a product form shows an error and keeps its values, and pages show pictures', async ({
  page,
  expectConsoleError,
}) => {
  expectConsoleError(/503 .*\/images$/)
  await logIn(page, demoAdmin, '/dashboard/addProduct')
  await page.getByRole('textbox', { name: 'Product Name' }).fill('Bracket')
  await page.getByLabel('Price').fill('12.50')
  await page.getByLabel('Image').setInputFiles(PHOTO)
  await expect(page.getByLabel('Image')).toHaveAccessibleDescription(
    /The image service cannot be reached\. Try again in a minute\./,
    { timeout: 120_000 },
  )
  await expect(chosenPicture(page).first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Product Name' })).toHaveValue('Bracket')
  await expect(page.getByLabel('Price')).toHaveValue('12.50')

  await page.goto('/')
  const picture = page.locator('main picture img').first()
  await picture.scrollIntoViewIfNeeded()
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0)
})
