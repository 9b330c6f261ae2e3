// Long because it follows files through all screens of an import, from the upload to the undo.

import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { expectAccessible } from './support/accessible.ts'
import { lockInDatabase } from './support/database.ts'
import { press } from './support/keyboard.ts'
import { PHOTO } from './support/pictures.ts'
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
    .setInputFiles(csv(`partNumber,price,Color\n${number},12.5,2 lb\n`))
  await expectAccessible(page, 'the imports')
  await page.getByRole('button', { name: 'Preview import' }).click()

  await expect(page.getByRole('heading', { level: 1, name: 'prices.csv' })).toBeVisible()
  await expect(page.getByText('Ready to import')).toBeVisible()
  await expect(page.getByText('1 to change. Nothing has changed yet.')).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: number })).toContainText('Price: $10.00 → $12.50')
  await expect(page.getByText('Color')).toBeVisible()
  await expectAccessible(page, 'a checked file')
  await page.reload()
  await page.getByRole('button', { name: /^Import (now|1 part|\d+ parts)$/ }).click()
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
  await page.getByRole('button', { name: 'Preview import' }).click()
  await page.getByRole('button', { name: /^Import (now|1 part|\d+ parts)$/ }).click()
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
  await page.getByRole('button', { name: 'Preview import' }).click()
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
  await page.getByRole('button', { name: /^Import (now|1 part|\d+ parts)$/ }).click()
  await expect(page.getByText('Imported', { exact: true })).toBeVisible()
  await expect(page.getByText('Notes taken as conditions (1)')).toBeVisible()
})

test('A catalog of 50 new parts without pictures is imported in three steps, and undone', async ({
  page,
}) => {
  const run = randomUUID().slice(0, 8)
  const lines = Array.from(
    { length: 50 },
    (_, at) => `${run}-${at},Oil Coolers ${at},Wagner,<p>Ceramic.</p>,12.5,15,4,1`,
  )
  const text = ['SKU,Title,Vendor,Body (HTML),Price,MSRP,Qty,MOQ', ...lines].join('\n')
  await logIn(page, demoAdmin, '/dashboard/imports')
  await page.getByLabel('CSV file of parts').setInputFiles(csv(text, 'catalog.csv'))
  await expect(page.getByText('catalog.csv', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Preview import' }).click()

  await expect(page.getByText('50 to add. Nothing has changed yet.')).toBeVisible()
  const columns = page.getByRole('form', { name: 'Columns of the file' })
  await expect(columns.getByLabel('SKU')).toHaveValue('partNumber')
  await expect(columns.getByLabel('MSRP')).toHaveValue('')
  await expect(columns.getByText('Not used: Price?')).toBeVisible()
  await expect(columns.getByText(`${run}-4`)).toBeVisible()
  await expect(columns.getByText(`${run}-5`)).toHaveCount(0)
  const added = page.getByRole('table', { name: 'Parts to add' }).getByRole('row')
  await expect(added).toHaveCount(51)
  await expect(added.nth(50)).toContainText(`${run}-49`)
  await expect(added.nth(50)).toContainText('Oil Coolers 49')
  await expectAccessible(page, 'the preview of new parts')
  await page.getByRole('button', { name: 'Import 50 parts' }).click()
  await expect(page.getByText('50 added')).toBeVisible()
  await page.getByRole('button', { name: 'Undo this import' }).click()
  await page.getByRole('button', { name: 'Undo the import' }).click()
  await expect(page.getByText('50 parts are as before the import.')).toBeVisible()
})

test('A supplier’s list of four columns is imported in three steps: the preview says what it assumes', async ({
  page,
}) => {
  const run = randomUUID().slice(0, 8)
  const lines = Array.from({ length: 50 }, (_, at) => `${run}-${at},"Oil coolers, ${at}",$12.50,${at}`)
  const text = ['Part #,Description,List Price,Qty', ...lines].join('\n')
  await logIn(page, demoAdmin, '/dashboard/imports')
  await page.getByLabel('CSV file of parts').setInputFiles(csv(text, 'supplier.csv'))
  await page.getByRole('button', { name: 'Preview import' }).click()

  await expect(page.getByText('50 to add. Nothing has changed yet.')).toBeVisible()
  const assumed = page.getByRole('table', { name: 'Please check' })
  await expect(assumed).toContainText('50 new parts have no name: the beginning of the description is taken.')
  await expect(assumed).toContainText('50 new parts have no minimum order: 1 is assumed.')
  await expectAccessible(page, 'the preview of a supplier’s list')
  await page.getByRole('button', { name: 'Import 50 parts' }).click()
  await expect(page.getByText('50 added')).toBeVisible()
  const found = await (await page.request.get(`/catalogue/search?q=${run}-7`)).json()
  expect(found.items).toMatchObject([{ name: 'Oil coolers, 7', price: 12.5, available: 7, minOrder: 1 }])
})

test('The good lines of a file with errors are imported; the others are downloaded with the reason', async ({
  page,
}) => {
  const run = randomUUID().slice(0, 8)
  const line = (at: number, price: string) => `${run}-${at},Pads,Ceramic.,${price},4,1`
  const lines = [...Array.from({ length: 48 }, (_, at) => line(at, '12')), line(48, 'x'), line(49, 'x')]
  const text = ['partNumber,name,about,price,available,minOrder', ...lines].join('\n')
  await logIn(page, demoAdmin, '/dashboard/imports')
  await page.getByLabel('CSV file of parts').setInputFiles(csv(text, 'mixed.csv'))
  await page.getByRole('button', { name: 'Preview import' }).click()
  await expect(page.getByText('48 to add, 2 to fix.')).toBeVisible()
  const problem = page.getByRole('row').filter({ hasText: 'Price must be a number' })
  await expect(problem).toContainText('2 lines: ')
  await expect(problem).toContainText('50, 51')
  await expectAccessible(page, 'a file with good and bad lines')
  await page.getByRole('button', { name: 'Import the 48 good lines; 2 are left out' }).click()
  await expect(page.getByText('48 added, 2 left out')).toBeVisible()
  const coming = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download the lines left out' }).click()
  const saved = await readFile(await (await coming).path(), 'utf8')
  expect(saved).toContain(`${run}-48,Pads,Ceramic.,x,4,1,Price must be a number`)
  expect(saved.trim().split('\n')).toHaveLength(3)
})

test('Pictures come with the file, by their name or the part number', async ({
  page,
  expectConsoleError,
}) => {
  const run = randomUUID().slice(0, 8)
  const line = (at: number, picture: string) => `${run}-${at},Pads,Ceramic.,12,4,1,${picture}`
  const text = [
    'SKU,Title,Description,Price,Qty,MOQ,Image',
    line(1, 'front.png'),
    line(2, ''),
    line(3, ''),
  ].join('\n')
  const picture = (name: string, buffer: Buffer) => ({ name, mimeType: 'image/webp', buffer })
  const png = await readFile(PHOTO)
  await logIn(page, demoAdmin, '/dashboard/imports')
  const files = page.getByLabel('CSV file of parts')
  await files.setInputFiles([picture('front.png', png)])
  await page.getByRole('button', { name: 'Preview import' }).click()
  await expect(files).toHaveAccessibleDescription(/Choose the CSV file of parts too/)
  await files.setInputFiles([csv(text), picture('front.png', Buffer.from('no picture'))])
  await page.getByRole('button', { name: 'Preview import' }).click()
  expectConsoleError(/415/)
  await expect(page.getByText(/^front\.png: /)).toBeVisible()
  await files.setInputFiles([csv(text), picture('front.png', png), picture(`${run}-2.png`, png)])
  await page.getByRole('button', { name: 'Preview import' }).click()
  await expect(page.getByText('3 to add. Nothing has changed yet.')).toBeVisible({ timeout: 120_000 })
  await page.getByRole('button', { name: 'Import 3 parts' }).click()
  await expect(page.getByText('3 added')).toBeVisible()
  const found = await (await page.request.get(`/catalogue/search?q=${run}`)).json()
  const pictures = found.items.map((item: { picture: string }) => item.picture !== '')
  expect(pictures.filter(Boolean)).toHaveLength(2)
})

test('The template is a file that can be imported', async ({ page }) => {
  await logIn(page, demoAdmin, '/dashboard/imports')
  const coming = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download a template' }).click()
  await page.getByLabel('CSV file of parts').setInputFiles(await (await coming).path())
  await page.getByRole('button', { name: 'Preview import' }).click()
  await expect(page.getByText('2 to add. Nothing has changed yet.')).toBeVisible()
})

test('A file with errors names each line, and cannot be imported', async ({ page }) => {
  await logIn(page, demoAdmin, '/dashboard/imports')
  await page.getByRole('button', { name: 'Preview import' }).click()
  await expect(page.getByText('Choose a file')).toBeVisible()
  await expect(page.getByLabel('CSV file of parts')).toBeFocused()
  const large = { name: 'large.csv', mimeType: 'text/csv', buffer: Buffer.alloc(17 * 2 ** 20, 'a') }
  await page.getByLabel('CSV file of parts').setInputFiles(large)
  await page.getByRole('button', { name: 'Preview import' }).click()
  await expect(page.getByText('Files of at most 16 MB can be uploaded.')).toBeVisible()
  await expect(page.getByLabel('CSV file of parts')).toBeFocused()
  await page.getByLabel('CSV file of parts').setInputFiles(csv('', 'other.csv'))
  await expect(page.getByText('Files of at most 16 MB can be uploaded.')).toHaveCount(0)
  await page
    .getByLabel('CSV file of parts')
    .setInputFiles(csv('partNumber,price\nNOT-THERE-1,-5\n,7\n', 'broken.csv'))
  await page.getByRole('button', { name: 'Preview import' }).click()
  await expect(page.getByText('Needs fixing')).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: 'Price must be more than zero' })).toContainText('2')
  await expect(page.getByRole('row').filter({ hasText: 'Part number is required' })).toContainText('3')
  await expect(page.getByRole('button', { name: /^Import (now|1 part|\d+ parts)$/ })).toHaveCount(0)
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
    .setInputFiles(csv(`Key,Amount,Color,Amount\n${number},12.5,2 lb,15\n`, 'other-headings.csv'))
  await page.getByRole('button', { name: 'Preview import' }).click()
  await expect(page.getByText('Needs fixing')).toBeVisible()
  await expectAccessible(page, 'a file with other headings')
  const columns = page.getByRole('form', { name: 'Columns of the file' })
  await columns.getByLabel('Key').selectOption('Part number')
  await columns.getByLabel('Amount (column 2)').selectOption('Price')
  await columns.getByRole('button', { name: 'Preview with these columns' }).click()
  await expect(page.getByText('1 to change. Nothing has changed yet.')).toBeVisible()
  await expect(columns.getByLabel('Amount (column 2)')).toHaveValue('price')
  await expect(columns.getByLabel('Amount (column 4)')).toHaveValue('')
  await expect(columns.getByLabel('Color')).toHaveValue('')
  await page.getByRole('button', { name: /^Import (now|1 part|\d+ parts)$/ }).click()
  await expect(page.getByText('Imported', { exact: true })).toBeVisible()
  await expect(columns).toHaveCount(0)
  await expect(page.getByText('Color')).toBeVisible()
  await page.goto(`/dashboard/manageProducts/${part.id}`)
  await expect(page.getByLabel('Price')).toHaveValue('12.50')
})

test('Specifications and replaced numbers of a file are read by their headings, shown, and imported', async ({
  page,
  store,
}) => {
  const run = randomUUID().slice(0, 8)
  const part = await addProduct(store, { price: 10, partNumber: `SPC-${run}` })
  await logIn(page, demoAdmin, '/dashboard/imports')
  await page
    .getByLabel('CSV file of parts')
    .setInputFiles(
      csv(
        `Part #,Category,Thickness (mm),Kind,OE Number,Replaces\nSPC-${run},Brakes,16.8,Slotted,OE-${run},OLD-${run}\n`,
        'facts.csv',
      ),
    )
  await page.getByRole('button', { name: 'Preview import' }).click()
  const columns = page.getByRole('form', { name: 'Columns of the file' })
  await expect(columns.getByLabel('Thickness (mm)')).toHaveValue('spec: Thickness (mm)')
  await expect(columns.getByLabel('OE Number')).toHaveValue('oeNumbers')
  await expect(columns.getByText('Not used: Superseded numbers?')).toBeVisible()
  await expectAccessible(page, 'a file with specifications')
  await columns.getByLabel('Kind').selectOption('Surface')
  await columns.getByLabel('Replaces').selectOption('Superseded numbers')
  await columns.getByRole('button', { name: 'Preview with these columns' }).click()
  const change = page.getByRole('row').filter({ hasText: `SPC-${run}` })
  await expect(change).toContainText('Surface: none → Slotted')
  await expect(change).toContainText('Thickness (mm): none → 16.8')
  await page.getByRole('button', { name: /^Import (now|1 part|\d+ parts)$/ }).click()
  await expect(page.getByText('Imported', { exact: true })).toBeVisible()
  await page.goto(`/dashboard/manageProducts/${part.id}`)
  await expect(page.getByLabel(/^Thickness \(mm\)/)).toHaveValue('16.8')
  await expect(page.getByLabel('Superseded numbers')).toHaveValue(`OLD-${run}`)
  const found = await (await page.request.get(`/catalogue/search?q=OE-${run}`)).json()
  expect(found.items).toMatchObject([{ _id: part.id }])
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
  await page.getByRole('button', { name: 'Preview import' }).click()
  await expect(page.getByText('Nothing to import')).toBeVisible()
  await expect(page.getByText(/^[\d,]+ unchanged\. The store already has all of it\.$/)).toBeVisible()
  await expect(page.getByRole('button', { name: /^Import (now|1 part|\d+ parts)$/ })).toHaveCount(0)
  await expectAccessible(page, 'a checked file that changes nothing')
})

test('A file that named a missing part is checked again once the part is there', async ({ page, store }) => {
  const number = `AGA-${randomUUID().slice(0, 8)}`
  await logIn(page, demoAdmin, '/dashboard/imports')
  await page
    .getByLabel('CSV file of parts')
    .setInputFiles(csv(`partNumber,price\n${number},12.5\n`, 'again.csv'))
  await page.getByRole('button', { name: 'Preview import' }).click()
  // The list may have another one that needs fixing.
  await expect(page.getByRole('heading', { level: 1, name: 'again.csv' })).toBeVisible()
  await expect(page.getByText('Needs fixing')).toBeVisible()
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
  await press(page, page.getByRole('button', { name: 'Preview import' }))
  await expect(page.getByText('1 to add. Nothing has changed yet.')).toBeVisible()
  await expectAccessible(page, 'the report on a phone')
  await press(page, page.getByRole('button', { name: /^Import (now|1 part|\d+ parts)$/ }))
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
  await page.getByRole('button', { name: 'Preview import' }).click()
  await expect(map).toBeFocused()
  await expect(map).toHaveAccessibleDescription(/Files of at most 16 MB can be uploaded\./)
  await expect(page.getByLabel('ACES file')).not.toHaveAttribute('aria-invalid')
  await expectAccessible(page, 'a refused map')
})
