// Long because a return goes through the hands of customers and admins, by pointer and by keyboard.
import { expectAccessible, expectAccessibleAt } from './support/accessible.ts'
import { inDatabase } from './support/database.ts'
import { press, tabTo } from './support/keyboard.ts'
import { addProduct, cards, payWith } from './support/products.ts'
import { shippedPurchase } from './support/shipped.ts'
import { expect, type Page, test } from './support/test.ts'
import { addUser, adminOf, callerFor, demoAdmin, logIn } from './support/users.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

const returnsOn = (page: Page) => page.getByRole('main').getByRole('region', { name: 'Returns' })
const slip = (page: Page) => page.getByRole('region', { name: 'Return slip RT-' })

test('A customer returns a part with a slip, and an admin receives what its slip names, with the refund', async ({
  page,
  newVisitor,
  store,
}) => {
  const pads = await addProduct(store, { price: 38.9, available: 10 })
  const rotor = await addProduct(store, { price: 62, available: 10 })
  const { account, id, number } = await shippedPurchase(page, store, [
    { productId: pads.id, quantity: 3, coreUnitCents: 500, taxCents: 818 },
    { productId: rotor.id },
  ])
  await page.goto(`/dashboard/orders/${id}`)
  // Where the order says that it is on its way, and at the top.
  const ask = page.getByRole('main').getByRole('link', { name: '(217) 555-0142' })
  await expect(ask).toHaveAttribute('href', 'tel:+12175550142')
  const dialog = page.getByRole('dialog', { name: `Return parts of ${number}` })
  await page.getByRole('button', { name: 'Return or report a problem' }).click()
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Return parts' }).click()
  const part = dialog.getByRole('group', { name: pads.name })

  await test.step('nothing chosen, and no reason, are said at the fields', async () => {
    await dialog.getByRole('button', { name: 'Return', exact: true }).click()
    await expect(part.getByRole('spinbutton')).toHaveAccessibleDescription(/Choose at least one part/)
    await part.getByRole('button', { name: `One more: ${pads.name}` }).click()
    await expect(part.getByRole('spinbutton')).toHaveAccessibleDescription(/^Up to 3 pieces, until /)
    await expect(part.getByLabel('Why')).toHaveAccessibleDescription('Choose a reason')
    await expectAccessible(page, 'the dialog to return parts')
  })

  await part.getByLabel('Why').selectOption('I no longer need it')
  await part.getByLabel('What should we know?').fill('Still in its box')
  await dialog.getByRole('button', { name: 'Return', exact: true }).click()
  await expect(page.getByText(/^Return RT-\d+ started$/)).toBeVisible()
  await expect(page).toHaveURL(/\/dashboard\/returns\/[\w-]+\/slip$/)
  const title = page.getByRole('heading', { level: 1 })
  await expect(title).toHaveText(/RT-\d+$/)
  const [rt = ''] = /RT-\d+/.exec((await title.textContent()) ?? '') ?? []

  await test.step('the slip has the number, where to send it and by when, on one sheet', async () => {
    await expect(slip(page)).toContainText('Driveline Auto Parts')
    await expect(slip(page)).toContainText(/Put this slip into the parcel, and send it by \w+ \d/)
    await expect(slip(page)).toContainText('You pay the postage, unless the part was damaged')
    await expect(slip(page).getByRole('img', { name: `QR code of ${rt}` })).toBeVisible()
    const line = slip(page).getByRole('row', { name: pads.name })
    await expect(line.getByRole('cell')).toHaveText(['I no longer need it', '1'])
    await expectAccessible(page, 'a return slip')
    for (const format of ['A4', 'Letter']) {
      const paper = (await page.pdf({ format })).toString('latin1')
      expect(paper.match(/\/Type\s*\/Page\b/g), format).toHaveLength(1)
    }
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
    for (const around of ['banner', 'contentinfo', 'navigation', 'button'] as const)
      await expect(page.getByRole(around)).toHaveCount(0)
    await page.emulateMedia({ media: null, colorScheme: null })
  })

  await test.step('the order shows the return, and what can still be returned', async () => {
    await page.getByRole('link', { name: `Order ${number}` }).click()
    const one = returnsOn(page).getByRole('listitem', { name: rt })
    await expect(one).toContainText(`1 piece of ${pads.name}`)
    await expect(one).toContainText(/Approved\s*To be sent by /)
    await expect(one.getByRole('link', { name: 'Print return slip' })).toBeVisible()
    await expectAccessible(page, 'an order with a return')
    await page.getByRole('button', { name: 'Return parts' }).click()
    await expect(part.getByRole('spinbutton')).toHaveAccessibleDescription(/^Up to 2 pieces/)
    await page.keyboard.press('Escape')
  })

  await test.step('the order’s card says what comes next, and how long old parts are waited for', async () => {
    await page.goto('/dashboard/myOrders')
    const card = page.getByRole('article', { name: 'Order of 2 parts' })
    await expect(card).toContainText(new RegExp(`Return ${rt}\\s*Approved\\s*To be sent by \\w+ \\d`))
    // The third comes with its part.
    await expect(card).toContainText(/2 old parts to send back by \w+ \d/)
  })

  const admin = await newVisitor()
  await logIn(admin, demoAdmin, '/dashboard/returns')
  await expectAccessible(admin, 'the returns')
  await test.step('1: a scanned slip opens its return', async () => {
    await admin.getByRole('searchbox', { name: 'Search returns' }).fill(rt)
    await expect(admin).toHaveURL(/\/dashboard\/returns\/[\w-]+$/)
    await expect(admin.getByRole('main')).toContainText('I no longer need it: “Still in its box”')
    await expectAccessible(admin, 'a return to receive')
  })
  await test.step('2: the button says what it is worth; without a refund it does not', async () => {
    await expect(admin.getByRole('spinbutton', { name: 'Back into stock' })).toHaveValue('1')
    await expect(admin.getByRole('spinbutton', { name: 'Written off' })).toHaveValue('0')
    await admin.getByRole('checkbox', { name: 'Refund what was paid for it' }).uncheck()
    await expect(admin.getByRole('button', { name: 'Receive', exact: true })).toBeVisible()
    await admin.getByRole('checkbox', { name: 'Refund what was paid for it' }).check()
    // A third of $116.70, of $15.00 and of their tax.
    await admin.getByRole('button', { name: 'Receive and refund $46.63' }).click()
    await expect(admin.getByText('Received: $46.63 goes back to the card')).toBeVisible()
    await expect(admin.getByRole('main')).toContainText('1 of 1 arrived: 1 back into stock')
    await expectAccessible(admin, 'a return that was received')
  })
  expect((await adminOf(store)('GET', `/product/${pads.id}`)).body.available).toBe(8)

  await test.step('the customer sees the money and the credit note', async () => {
    await page.goto(`/dashboard/orders/${id}`)
    await expect(returnsOn(page).getByRole('listitem', { name: rt })).toContainText(
      '$46.63 goes back to the card',
    )
    await expect(page.getByRole('list', { name: 'What has happened' })).toContainText('Refunded: $46.63')
    await page
      .getByRole('region', { name: 'Delivery and payment' })
      .getByRole('link', { name: /^CN-/ })
      .click()
    await expect(page.getByRole('main')).toContainText('-$46.63')
    expect((await (await callerFor(store, account))('GET', `/purchase/${id}`)).body.refunded).toBe(46.63)
  })
})

test('From the list a return is received with two presses, by keyboard alone', async ({
  page,
  newVisitor,
  store,
}) => {
  const part = await addProduct(store, { price: 20 })
  const { id } = await shippedPurchase(page, store, [{ productId: part.id }])
  const asked = await adminOf(store)('POST', `/purchase/${id}/returns`, {
    lines: [{ orderId: id, quantity: 1, reason: 'damaged' }],
  })
  const admin = await newVisitor()
  await logIn(admin, demoAdmin, '/dashboard/returns')
  await press(admin, admin.getByRole('link', { name: asked.body.number }))
  await expect(admin.getByRole('spinbutton', { name: 'Written off' })).toHaveValue('1')
  await press(admin, admin.getByRole('button', { name: 'Receive and refund $20.00' }))
  await expect(admin.getByText('Received: $20.00 goes back to the card')).toBeVisible()
  await admin.goto('/dashboard/returns')
  await expect(admin.getByRole('link', { name: asked.body.number })).toHaveCount(0)
  await admin.goto('/dashboard/returns?state=received')
  await expect(admin.getByRole('row', { name: asked.body.number })).toContainText('Received')
})

test('A customer returns a part by keyboard alone, and cancels it', async ({ page, store }) => {
  const part = await addProduct(store)
  const { id } = await shippedPurchase(page, store, [{ productId: part.id }])
  await page.goto(`/dashboard/orders/${id}`)
  await press(page, page.getByRole('button', { name: 'Return parts' }))
  await tabTo(page, page.getByLabel('Why'))
  await page.keyboard.type('I ordered')
  await press(page, page.getByRole('button', { name: 'Return', exact: true }))
  await expect(page.getByRole('button', { name: 'Print return slip' })).toBeVisible()
  await press(page, page.getByRole('link', { name: 'Order DL-' }))
  await press(page, page.getByRole('button', { name: /^Cancel return RT-/ }))
  const question = page.getByRole('alertdialog', { name: /^Cancel return RT-/ })
  await press(page, question.getByRole('button', { name: 'Cancel return' }))
  await expect(returnsOn(page)).toContainText('Canceled')
  await expect(page.getByRole('button', { name: 'Return parts' })).toBeVisible()
})

test('The parcel of a return that was canceled is received from its page', async ({
  page,
  newVisitor,
  store,
}) => {
  const part = await addProduct(store, { price: 20, available: 10 })
  const { account, id } = await shippedPurchase(page, store, [{ productId: part.id, quantity: 3 }])
  const customer = await callerFor(store, account)
  const ask = async () => {
    const lines = [{ orderId: id, quantity: 2, reason: 'not_needed' }]
    return (await customer('POST', `/purchase/${id}/returns`, { lines })).body
  }
  const { returnId, number } = await ask()
  expect((await customer('PATCH', `/return/${returnId}`, { state: 'canceled' })).status).toBe(200)
  const admin = await newVisitor()
  await logIn(admin, demoAdmin, `/dashboard/returns/${returnId}`)
  await expect(admin.getByText('If its parcel arrives all the same')).toBeVisible()
  await expect(admin.getByRole('spinbutton', { name: 'Back into stock' })).toHaveValue('2')
  await expectAccessible(admin, 'a canceled return')

  await test.step('what was asked back again since is expected there', async () => {
    const again = await ask()
    await admin.reload()
    await expect(admin.getByRole('spinbutton', { name: 'Back into stock' })).toHaveValue('1')
    expect((await customer('PATCH', `/return/${again.returnId}`, { state: 'canceled' })).status).toBe(200)
    await admin.reload()
  })

  await admin.getByRole('button', { name: 'Receive and refund $40.00' }).click()
  await expect(admin.getByText('Received: $40.00 goes back to the card')).toBeVisible()
  await expect(admin.getByRole('main')).toContainText('2 of 2 arrived: 2 back into stock')
  await page.goto(`/dashboard/orders/${id}`)
  await expect(returnsOn(page).getByRole('listitem', { name: number })).toContainText(
    '$40.00 goes back to the card',
  )
})

test('A part that can’t be returned is taken back for a fault only, and declined with a note', async ({
  page,
  newVisitor,
  store,
}) => {
  const part = await addProduct(store)
  await inDatabase(store, 'update products set returnable = false where id = $1', [part.id])
  const { id } = await shippedPurchase(page, store, [{ productId: part.id }])
  await page.goto(`/dashboard/orders/${id}`)
  await page.getByRole('button', { name: 'Return parts' }).click()
  const why = page.getByRole('dialog').getByLabel('Why')
  await expect(why).toHaveAccessibleDescription(
    'This part can’t be returned, unless it is damaged, faulty or the wrong one.',
  )
  await expect(why.getByRole('option')).toHaveText([
    'Choose…',
    'It arrived damaged',
    'It does not work',
    'I got another part',
  ])
  await why.selectOption('It does not work')
  await page.getByRole('button', { name: 'Return', exact: true }).click()
  await expect(page.getByText('We look at this return first.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Print return slip' })).toHaveCount(0)
  await expectAccessible(page, 'the slip of a return that waits')

  const admin = await newVisitor()
  await logIn(admin, demoAdmin, '/dashboard/returns')
  await admin.getByRole('row').filter({ hasText: part.name }).getByRole('link', { name: /^RT-/ }).click()
  await admin.getByRole('button', { name: 'Decline' }).click()
  await expect(admin.getByLabel('Note to the customer')).toHaveAccessibleDescription(
    /Write why you decline it/,
  )
  await expectAccessible(admin, 'a return to decide')
  await admin.getByLabel('Note to the customer').fill('Its seal is broken')
  await admin.getByRole('button', { name: 'Decline' }).click()
  await expect(admin.getByText(/^Return RT-\d+ declined$/)).toBeVisible()
  await expect(admin.getByRole('button', { name: 'Decline' })).toHaveCount(0)

  await page.goto(`/dashboard/orders/${id}`)
  await expect(returnsOn(page)).toContainText('Declined')
  await expect(returnsOn(page)).toContainText('“Its seal is broken”')
})

test('An admin starts a return for a customer on the phone after its days, approves and receives it', async ({
  page,
  newVisitor,
  store,
}) => {
  const part = await addProduct(store, { price: 30 })
  const { id, number } = await shippedPurchase(page, store, [{ productId: part.id }])
  await inDatabase(
    store,
    `update shipments set shipped_at = shipped_at - interval '90 days' where purchase_id = $1`,
    [id],
  )
  await page.goto(`/dashboard/orders/${id}`)
  await expect(page.getByRole('heading', { level: 1 })).toContainText(number)
  await expect(page.getByRole('button', { name: /^Return/ }), 'its days are over').toHaveCount(0)
  await expect(page.getByRole('main').getByRole('link', { name: '(217) 555-0142' })).toBeVisible()

  const admin = await newVisitor()
  await logIn(admin, demoAdmin, `/dashboard/orders/${id}`)
  await admin.getByRole('button', { name: 'Start a return' }).click()
  await expect(admin.getByRole('dialog').getByRole('spinbutton')).toHaveAccessibleDescription(
    /^Up to 1 piece, its days ended /,
  )
  await admin.getByRole('dialog').getByLabel('Why').selectOption('I no longer need it')
  await admin.getByRole('button', { name: 'Return', exact: true }).click()
  await admin.getByRole('button', { name: 'Approve' }).click()
  await expect(admin.getByText(/^Return RT-\d+ approved$/)).toBeVisible()
  await admin.getByRole('spinbutton', { name: 'Written off' }).fill('1')
  await admin.getByRole('button', { name: /^Receive/ }).click()
  await expect(admin.getByRole('spinbutton', { name: 'Written off' })).toHaveAccessibleDescription(
    'At most 1 together',
  )
  await admin.getByRole('spinbutton', { name: 'Written off' }).fill('0')
  await admin.getByRole('button', { name: 'Receive and refund $30.00' }).click()
  await expect(admin.getByText('Received: $30.00 goes back to the card')).toBeVisible()
  // With the delivery, all of it is refunded.
  const delivery = { delivery: 9.99, note: 'As agreed' }
  expect((await adminOf(store)('POST', `/purchase/${id}/refunds`, delivery)).status).toBe(201)
  await admin.goto(`/dashboard/orders/${id}`)
  const notice = admin.getByText('Refunded: $39.99 of $39.99.')
  await expect(notice, 'what came back is in stock again').not.toContainText('sold')
  await returnsOn(admin).getByRole('link', { name: /^RT-/ }).click()
  await expect(admin.getByRole('heading', { level: 1 })).toContainText('Return RT-')
})

test('A part that did not fit is shown to admins, who close it with two presses', async ({
  page,
  newVisitor,
  store,
}) => {
  const civic = { make: 'Honda', model: 'Civic', yearFrom: 2006, yearTo: 2011, engine: null }
  const part = await addProduct(store, { fits: [civic] })
  const account = await addUser(store)
  const customer = await callerFor(store, account)
  const order = async () => {
    const placed = await customer('POST', '/order', {
      productId: part.id,
      orderQty: 1,
      customerPhone: '(217) 555-0100',
      customerAddress: '1 Main Street',
      vehicle: { make: 'Honda', model: 'Civic', year: 2009 },
    })
    const id: string = placed.body.insertedId
    await page.goto(`/dashboard/payment/${id}`)
    await payWith(page, cards.good)
    await expect(page.getByRole('heading', { name: 'Congrats!! Your Payment Is Success' })).toBeVisible()
    expect((await adminOf(store)('PATCH', `/order/shipped/${id}`)).status).toBe(200)
    const lines = [{ orderId: id, quantity: 1, reason: 'does_not_fit', words: 'The bolts are too far apart' }]
    expect((await customer('POST', `/purchase/${id}/returns`, { lines })).status).toBe(201)
    return id
  }
  await logIn(page, account)
  await order()
  await order()
  const admin = await newVisitor()
  await logIn(admin, demoAdmin, '/dashboard/returns')
  const rows = admin
    .getByRole('table', { name: 'Parts that did not fit' })
    .getByRole('row')
    .filter({ hasText: part.name })
  await admin.getByRole('link', { name: 'Did not fit' }).click()
  await expect(rows).toHaveCount(2)
  await expect(rows.first()).toContainText('Fits the 2009 Honda Civic')
  await expect(rows.first()).toContainText('“The bolts are too far apart”')
  await expectAccessible(admin, 'parts that did not fit')
  await rows.first().getByRole('button', { name: 'Fitment corrected' }).click()
  await expect(admin.getByText(`Fitment corrected: ${part.name}`)).toBeVisible()
  await expect(rows).toHaveCount(1)
  await rows.getByRole('link', { name: part.name }).click()
  await expect(admin.getByRole('group', { name: 'Vehicles it fits' })).toBeVisible()
  await admin.goBack()
  await rows.getByRole('button', { name: 'Dismiss' }).click()
  await expect(rows).toHaveCount(0)
  await expectAccessibleAt(admin, '/dashboard/returns?q=no-such-thing')
})

test('After the days of returns an order says when they ended, and is ordered again with the cart', async ({
  page,
  store,
}) => {
  const pads = await addProduct(store)
  const { id } = await shippedPurchase(page, store, [{ productId: pads.id, quantity: 2 }])
  await page.goto(`/dashboard/orders/${id}`)
  const main = page.getByRole('main')
  await expect(main).toContainText('Your order has shipped. 30 days to return a part')
  await inDatabase(
    store,
    `update shipments set shipped_at = shipped_at - interval '60 days' where purchase_id = $1`,
    [id],
  )
  await page.reload()
  await expect(main).toContainText(/Your order has shipped\. Returns ended on \w{3} \d{1,2}, \d{4}\./)
  await expect(main).not.toContainText('30 days to return')
  await expect(page.getByRole('button', { name: 'Return parts' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Order again' }).click()
  await expect(page.getByRole('banner').getByRole('link', { name: /^Cart/ })).toHaveAccessibleName('Cart 2')
  await page.goto('/cart')
  await expect(page.getByRole('spinbutton', { name: `Quantity of ${pads.name}` })).toHaveValue('2')
})
