import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { expectAccessible } from './support/accessible.ts'
import { lockInDatabase } from './support/database.ts'
import { press } from './support/keyboard.ts'
import { addProduct } from './support/products.ts'
import { expect, test } from './support/test.ts'
import { demoAdmin, logIn } from './support/users.ts'

const csv = (text: string, name = 'prices.csv') => ({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })

test('An admin checks a file, imports it, and undoes it; a reload loses nothing', async ({ page, store }) => {
  const number = `IMP-${randomUUID().slice(0, 8)}`
  const part = await addProduct(store, { price: 10, partNumber: number })
  await logIn(page, demoAdmin, '/dashboard/imports')
  await page
    .getByLabel('CSV file of parts')
    .setInputFiles(csv(`partNumber,price,Weight\n${number},12.5,2 lb\n`))
  await expectAccessible(page, 'the imports')
  await page.getByRole('button', { name: 'Check the file' }).click()

  await expect(page.getByRole('heading', { level: 1, name: 'prices.csv' })).toBeVisible()
  await expect(page.getByText('Ready to import')).toBeVisible()
  await expect(page.getByText('1 to change. Nothing has changed yet.')).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: number })).toContainText('Price: $10.00 → $12.50')
  await expect(page.getByText('Weight')).toBeVisible()
  await expectAccessible(page, 'a checked file')
  await page.reload()
  await page.getByRole('button', { name: 'Import now' }).click()
  await expect(page.getByText('Imported', { exact: true })).toBeVisible()
  const heading = page.getByRole('heading', { level: 1, name: 'prices.csv' })
  await expect(heading).toBeFocused()

  await page.getByRole('link', { name: 'All imports' }).click()
  const row = page.getByRole('row').filter({ hasText: 'prices.csv' }).first()
  await expect(row).toContainText('Imported')
  await row.getByRole('link', { name: 'prices.csv' }).click()
  await page.getByRole('button', { name: 'Undo this import' }).click()
  await expectAccessible(page, 'the question before an undo')
  await page.getByRole('button', { name: 'Undo the import' }).click()
  await expect(page.getByText('1 part is as before the import.')).toBeVisible()
  await expect(heading).toBeFocused()
  await page.goto(`/dashboard/manageProducts/${part.id}`)
  await expect(page.getByLabel('Price')).toHaveValue('10')
})

test('An undo that meets a part in use shows an error, changes nothing, and works later', async ({
  page,
  store,
}) => {
  const number = `UND-${randomUUID().slice(0, 8)}`
  const part = await addProduct(store, { price: 10, partNumber: number })
  await logIn(page, demoAdmin, '/dashboard/imports')
  await page
    .getByLabel('CSV file of parts')
    .setInputFiles(csv(`partNumber,price\n${number},12.5\n`, 'undo.csv'))
  await page.getByRole('button', { name: 'Check the file' }).click()
  await page.getByRole('button', { name: 'Import now' }).click()
  await expect(page.getByText('Imported', { exact: true })).toBeVisible()
  const undo = async () => {
    await page.getByRole('button', { name: 'Undo this import' }).click()
    await page.getByRole('button', { name: 'Undo the import' }).click()
  }

  const lock = await lockInDatabase(store, 'select from products where id = $1 for update', [part.id])
  try {
    await undo()
    const alert = page.getByRole('alert').filter({ hasText: 'It could not be undone' })
    await expect(alert).toContainText('The store has changed nothing.', { timeout: 60_000 })
    await expectAccessible(page, 'an undo that failed')
    await expect(page.getByText('Imported', { exact: true })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Changes made' })).toBeVisible()
  } finally {
    await lock.release()
  }
  const found = async () => (await page.request.get(`/catalogue/search?q=${number}`)).json()
  expect(await found()).toMatchObject({ items: [{ price: 12.5 }] })

  await undo()
  await expect(page.getByText('1 part is as before the import.')).toBeVisible()
  await expect(page.getByText('It could not be undone')).toHaveCount(0)
  expect(await found()).toMatchObject({ items: [{ price: 10 }] })
})

test('An admin marks a note of an ACES file as information, and takes it back', async ({ page, store }) => {
  const number = `NOTE-${randomUUID().slice(0, 8)}`
  await addProduct(store, { price: 10, partNumber: number })
  const app = `<App action="A" id="1"><Years from="2008" to="2008"/><Make>Honda</Make><Model>Civic</Model><Note>OE style</Note><Part>${number}</Part></App>`
  const xml = `<ACES version="4.2"><Header><Company>${number}</Company><SubmissionType>FULL</SubmissionType></Header>${app}<Footer><RecordCount>1</RecordCount></Footer></ACES>`
  await logIn(page, demoAdmin, '/dashboard/imports')
  await page.getByLabel('File type').selectOption('aces')
  await page
    .getByLabel('ACES file')
    .setInputFiles({ name: 'notes.xml', mimeType: 'text/xml', buffer: Buffer.from(xml) })
  await page.getByRole('button', { name: 'Check the file' }).click()
  const form = page.getByRole('form', { name: 'Notes taken as conditions' })
  const note = form.getByRole('checkbox', { name: 'OE style 1 application' })
  await expect(note).not.toBeChecked()
  await expect(form).toContainText(`every file of ${number}`)
  await expectAccessible(page, 'the notes of a file')
  await note.check()
  await form.getByRole('button', { name: 'Check with these notes' }).click()

  const summary = page.locator('summary').filter({ hasText: 'Notes taken as conditions (0)' })
  await summary.click()
  await expect(note).toBeChecked()
  await note.uncheck()
  await form.getByRole('button', { name: 'Check with these notes' }).click()
  await expect(page.getByText('Notes taken as conditions (1)')).toBeVisible()
  await page.getByRole('button', { name: 'Import now' }).click()
  await expect(page.getByText('Imported', { exact: true })).toBeVisible()
  await expect(page.getByText('Notes taken as conditions (1)')).toBeVisible()
})

test('A file with errors names each line, and cannot be imported', async ({ page }) => {
  await logIn(page, demoAdmin, '/dashboard/imports')
  await page.getByRole('button', { name: 'Check the file' }).click()
  await expect(page.getByText('Choose a file')).toBeVisible()
  await expect(page.getByLabel('CSV file of parts')).toBeFocused()
  const large = { name: 'large.csv', mimeType: 'text/csv', buffer: Buffer.alloc(17 * 2 ** 20, 'a') }
  await page.getByLabel('CSV file of parts').setInputFiles(large)
  await page.getByRole('button', { name: 'Check the file' }).click()
  await expect(page.getByText('Files of at most 16 MB can be uploaded.')).toBeVisible()
  await expect(page.getByLabel('CSV file of parts')).toBeFocused()
  await page.getByLabel('CSV file of parts').setInputFiles(csv('', 'other.csv'))
  await expect(page.getByText('Files of at most 16 MB can be uploaded.')).toHaveCount(0)
  await page
    .getByLabel('CSV file of parts')
    .setInputFiles(csv('partNumber,price\nNOT-THERE-1,-5\n,7\n', 'broken.csv'))
  await page.getByRole('button', { name: 'Check the file' }).click()
  await expect(page.getByText('Has errors')).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: 'Price must be more than zero' })).toContainText('2')
  await expect(page.getByRole('row').filter({ hasText: 'Part number is required' })).toContainText('3')
  await expect(page.getByRole('button', { name: 'Import now' })).toHaveCount(0)
  await expectAccessible(page, 'a file with errors')
})

test('Columns with other headings are chosen on the screen, and the file is checked again', async ({
  page,
  store,
}) => {
  const number = `COL-${randomUUID().slice(0, 8)}`
  const part = await addProduct(store, { price: 10, partNumber: number })
  await logIn(page, demoAdmin, '/dashboard/imports')
  await page
    .getByLabel('CSV file of parts')
    .setInputFiles(csv(`SKU,Retail,Weight\n${number},12.5,2 lb\n`, 'other-headings.csv'))
  await page.getByRole('button', { name: 'Check the file' }).click()
  await expect(page.getByText('Has errors')).toBeVisible()
  await expectAccessible(page, 'a file with other headings')
  const columns = page.getByRole('form', { name: 'Columns of the file' })
  await columns.getByLabel('SKU').selectOption('Part number')
  await columns.getByLabel('Retail').selectOption('Price')
  await columns.getByRole('button', { name: 'Check with these columns' }).click()
  await expect(page.getByText('1 to change. Nothing has changed yet.')).toBeVisible()
  await expect(columns.getByLabel('Retail')).toHaveValue('price')
  await expect(columns.getByLabel('Weight')).toHaveValue('')
  await page.getByRole('button', { name: 'Import now' }).click()
  await expect(page.getByText('Imported', { exact: true })).toBeVisible()
  await expect(columns).toHaveCount(0)
  await expect(page.getByText('Weight')).toBeVisible()
  await page.goto(`/dashboard/manageProducts/${part.id}`)
  await expect(page.getByLabel('Price')).toHaveValue('12.50')
})

test('An admin downloads all parts as a file, which has nothing to import', async ({ page, store }) => {
  const number = `EXP-${randomUUID().slice(0, 8)}`
  await addProduct(store, { price: 10, partNumber: number })
  await logIn(page, demoAdmin, '/dashboard/imports')
  const coming = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Parts (CSV)' }).click()
  const file = await coming
  expect(file.suggestedFilename()).toMatch(/^parts-[-0-9]+\.csv$/)
  const saved = await file.path()
  expect(await readFile(saved, 'utf8')).toContain(number)
  await page.getByLabel('CSV file of parts').setInputFiles(saved)
  await page.getByRole('button', { name: 'Check the file' }).click()
  await expect(page.getByText('Nothing to import')).toBeVisible()
  await expect(page.getByText(/^[\d,]+ unchanged\. The store already has all of it\.$/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Import now' })).toHaveCount(0)
  await expectAccessible(page, 'a checked file that changes nothing')
})

test('A file that named a missing part is checked again once the part is there', async ({ page, store }) => {
  const number = `AGA-${randomUUID().slice(0, 8)}`
  await logIn(page, demoAdmin, '/dashboard/imports')
  await page
    .getByLabel('CSV file of parts')
    .setInputFiles(csv(`partNumber,price\n${number},12.5\n`, 'again.csv'))
  await page.getByRole('button', { name: 'Check the file' }).click()
  await expect(page.getByText('Has errors')).toBeVisible()
  await addProduct(store, { price: 10, partNumber: number })
  await page.getByRole('button', { name: 'Check again' }).click()
  await expect(page.getByText('1 to change. Nothing has changed yet.')).toBeVisible()
})

test('An ACES file is uploaded with its map by keyboard, on a phone', async ({ page, store }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  const number = `ACE-${randomUUID().slice(0, 8)}`
  const part = await addProduct(store, { price: 10, partNumber: number })
  await logIn(page, demoAdmin, '/dashboard/imports')
  await page.getByLabel('File type').selectOption('Fitments: the vehicles that parts fit (ACES)')
  const aces = `<ACES version="4.2"><Header><SubmissionType>FULL</SubmissionType></Header><App action="A" id="1"><BaseVehicle id="7"/><Qty>2</Qty><Part>${number}</Part></App><Footer><RecordCount>1</RecordCount></Footer></ACES>`
  await page
    .getByLabel('ACES file')
    .setInputFiles({ name: 'aces.xml', mimeType: 'text/xml', buffer: Buffer.from(aces) })
  await page
    .getByLabel('Map of base vehicles')
    .setInputFiles(csv('base_vehicle_id,make,model,year\n7,Honda,Civic,2006\n', 'map.csv'))
  await expectAccessible(page, 'the upload of an ACES file')
  await press(page, page.getByRole('button', { name: 'Check the file' }))
  await expect(page.getByText('1 to add. Nothing has changed yet.')).toBeVisible()
  await expectAccessible(page, 'the report on a phone')
  await press(page, page.getByRole('button', { name: 'Import now' }))
  await expect(page.getByText('Imported', { exact: true })).toBeVisible()
  const fits = await page.request.get(`/product/${part.id}/fitments`)
  expect(await fits.json()).toMatchObject([{ model: 'Civic', yearFrom: 2006, quantity: 2, source: 'aces' }])
})

test('A map that is too large is refused at its own field', async ({ page }) => {
  await logIn(page, demoAdmin, '/dashboard/imports')
  await page.getByLabel('File type').selectOption('Fitments: the vehicles that parts fit (ACES)')
  await page
    .getByLabel('ACES file')
    .setInputFiles({ name: 'aces.xml', mimeType: 'text/xml', buffer: Buffer.from('<ACES/>') })
  const map = page.getByLabel('Map of base vehicles')
  await map.setInputFiles({ name: 'map.csv', mimeType: 'text/csv', buffer: Buffer.alloc(17 * 2 ** 20, 'a') })
  await page.getByRole('button', { name: 'Check the file' }).click()
  await expect(map).toBeFocused()
  await expect(map).toHaveAccessibleDescription(/Files of at most 16 MB can be uploaded\./)
  await expect(page.getByLabel('ACES file')).not.toHaveAttribute('aria-invalid')
  await expectAccessible(page, 'a refused map')
})
