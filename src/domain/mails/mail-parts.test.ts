import { existsSync } from 'node:fs'
import { expect, test, vi } from 'vitest'
import * as paths from '#paths.ts'
import {
  mailedOrder,
  mailedParcel,
  mailedPart,
  orderLetterhead,
} from '../../../tests/support/mailed-order.ts'
import { NOT_RETURNABLE } from '../content/return-promise.ts'
import { addressCorrectedMail } from './address-corrected-mail.ts'
import { holdEndingMail } from './hold-ending-mail.ts'
import type { Mail } from './mail.ts'
import { orderPaidMail } from './order-paid-mail.ts'
import { orderPlacedMail } from './order-placed-mail.ts'
import { orderRefundedMail } from './order-refunded-mail.ts'
import { orderShippedMail } from './order-shipped-mail.ts'
import { renderMail } from './render-mail.ts'
import { storeAddressCorrectedMail, storeOrderPaidMail } from './store-order-mail.ts'

const KEY = `${'a'.repeat(32)}-1200x900`
const rendered = ({ content }: Mail) => renderMail(content, orderLetterhead)
const picturesOf = (mail: Mail) => rendered(mail).html.match(/<img [^>]*>/g) ?? []
const refund = { amountCents: 15_560, intentId: 'pi_123', about: 'pi_123', reason: 'sold_out' as const }

/** Every email about an order. */
const mailsOf = (context = mailedOrder()): Mail[] => {
  return [
    orderPlacedMail(context),
    orderPaidMail(context),
    orderShippedMail(context, mailedParcel),
    holdEndingMail(context),
    orderRefundedMail(context, refund),
    addressCorrectedMail(context, '17'),
    storeOrderPaidMail(context, 'store@example.com'),
    storeAddressCorrectedMail(context, 'store@example.com', '17'),
  ]
}

test('an email begins with the logo, which the store serves, and the name stands for a blocked one', () => {
  const content = { subject: 'Hello', preheader: 'Hello', heading: 'Hello', paragraphs: ['Hi.'] }
  const { html } = renderMail(content, { ...orderLetterhead, name: 'Bolt & "Nut"' })
  expect(html.match(/<img /g)).toHaveLength(1)
  expect(html).toContain('<img src="https://shop.example/mail-mark.png" width="40" height="40"')
  expect(html).toContain('alt="Bolt &#38; &#34;Nut&#34;"')
  // Read out once.
  expect(html).toMatch(/<span aria-hidden="true"[^>]*>Bolt &#38; &#34;Nut&#34;<\/span><\/a>/)
  expect(existsSync(new URL(`../../../public${paths.mailMark}`, import.meta.url))).toBe(true)
})

test('an email about an order shows the part: picture, name, number, quantity and price', () => {
  for (const mail of mailsOf()) {
    const [, picture, ...others] = picturesOf(mail)
    expect(others).toEqual([])
    expect(picture).toContain(`src="https://shop.example/images/${KEY}-320.webp" width="88" height="66"`)
    expect(picture).toContain('alt="Ceramic Brake Pads"')
    const { html, text } = rendered(mail)
    const line = html.slice(html.indexOf(picture ?? '')).replaceAll(/<wbr>|<\/?span[^>]*>/g, '')
    expect(line).toMatch(
      /Ceramic Brake Pads<\/strong><br>Part number BP-4410<br>For 2012 Honda Civic<br>4 sets of 2 × \$38\.90/,
    )
    expect(text).toContain(
      'Part: Ceramic Brake Pads\nPart number: BP-4410\nFor: 2012 Honda Civic\nQuantity: 4 sets of 2\nUnit price: $38.90\n',
    )
  }
})

test('a part without a picture, number or vehicle shows nothing in their place', () => {
  for (const mail of mailsOf(mailedPart({ picture: '', number: '', vehicle: null }))) {
    expect(picturesOf(mail)).toHaveLength(1)
    const { html, text } = rendered(mail)
    expect(html).not.toMatch(/Part number|For </)
    expect(text).toMatch(/Part: Ceramic Brake Pads\nQuantity/)
  }
})

test.each([
  ['a high picture', `/images/${'b'.repeat(32)}-450x900.webp`, /-320\.webp" width="44" height="88"/],
  ['a small picture', `/images/${'b'.repeat(32)}-200x100.webp`, /-200\.webp" width="88" height="44"/],
  [
    'a hosted picture, whose size is unknown',
    'https://img.example/p.png?a=1&b=2',
    /src="https:\/\/img\.example\/p\.png\?a=1&#38;b=2" width="88" height="88"[^>]*object-fit:contain/,
  ],
])('%s has a fixed size', (_, picture, expected) => {
  expect(picturesOf(orderPaidMail(mailedPart({ picture })))[1]).toMatch(expected)
})

test.each(['javascript:alert(1)', 'data:image/png;base64,AAAA', '/nothing.png', 'https://a"onerror=1'])(
  'an email never shows a picture at %s',
  (picture) => {
    expect(picturesOf(orderPaidMail(mailedPart({ picture })))).toHaveLength(1)
  },
)

test('a URL of a picture that is not http or https is refused', () => {
  const { content } = orderPaidMail(mailedOrder())
  const parts = [
    { name: 'Pads', quantity: '1', price: '$1.00', picture: { url: 'x:y', width: 1, height: 1 } },
  ]
  expect(() => renderMail({ ...content, parts }, orderLetterhead)).toThrow('http and https')
})

test('a part of an unverified customer is named, its customer is not', () => {
  const { content } = orderPlacedMail(mailedOrder({ email_verified: false }))
  expect(content.paragraphs[0]).toMatch(/^Hello, thanks for your order\./)
  expect(content.parts?.[0]?.name).toBe('Ceramic Brake Pads')
})

test.each([
  ['1Z999AA10123456784', '1Z99 9AA1 0123 4567 84'],
  ['9400111899223344556677', '9400 1118 9922 3344 5566 77'],
  ['1234', '1234'],
])('the tracking number %s breaks only after every fourth character', (number, groups) => {
  const { html, text } = rendered(
    orderShippedMail(mailedOrder(), {
      ...mailedParcel,
      tracking: { carrier: 'UPS', trackingNumber: number },
    }),
  )
  const shown = groups.split(' ').map((group) => `<span style="white-space:nowrap">${group}</span>`)
  expect(html).toContain(`>${shown.join('<wbr>')}</a>`)
  expect(text).toContain(`Tracking number: ${number}\n`)
})

test('the number of an order in a sentence does not break at its hyphen', () => {
  const { html } = rendered(orderShippedMail(mailedOrder(), mailedParcel))
  expect(html).toContain('your order <span style="white-space:nowrap">DL-10042</span>.')
})

test('a character beyond the basic plane is not divided', () => {
  const { html } = rendered(orderPaidMail(mailedPart({ number: 'abc😀d' })))
  expect(html).toContain('>abc😀</span><wbr>')
})

test('times are in the time zone of the store, without one in that of its machine', () => {
  vi.stubEnv('TZ', 'Asia/Tokyo')
  const late = mailedOrder({ paid_at: new Date('2026-11-25T03:00:00Z') })
  expect(rendered(holdEndingMail(late)).text).toContain('until Wed, Nov 25, 8:13 AM CST.')
  expect(rendered(orderPaidMail(late)).text).toContain('Paid on: Nov 24, 2026')
  const elsewhere = { ...late, letterhead: { ...late.letterhead, timeZone: undefined } }
  expect(rendered(holdEndingMail(elsewhere)).text).toContain('until Wed, Nov 25, 11:13 PM GMT+9.')
  expect(rendered(orderPaidMail(elsewhere)).text).toContain('Paid on: Nov 25, 2026')
  vi.unstubAllEnvs()
})

test('a receipt and an unpaid order list subtotal, free shipping and total, and no tax', () => {
  for (const [mail, label] of [
    [orderPaidMail(mailedOrder()), 'Total paid'],
    [orderPlacedMail(mailedOrder()), 'Total'],
    [holdEndingMail(mailedOrder()), 'Total'],
  ] as const) {
    const { text } = rendered(mail)
    expect(text).toContain(`Subtotal: $155.60\nShipping: Free\n${label}: $155.60\n`)
    expect(text).not.toMatch(/tax/i)
  }
})

test('a mail promises the return of what can be returned, and names the rest', () => {
  const returns = '30 days to return a part.'
  const { order, letterhead } = mailedOrder()
  const [part] = order.parts
  if (!part) throw new Error('No part')
  const notesFor = (...returnable: boolean[]) => {
    const parts = returnable.map((one, at) => ({
      ...part,
      orderId: `${at}`,
      name: `Part ${at}`,
      returnable: one,
    }))
    const lines = parts.map(({ orderId, quantity }) => ({ orderId, quantity }))
    const context = { order: { ...order, parts }, letterhead: { ...letterhead, returns } }
    const [paid, shipped] = [orderPaidMail(context), orderShippedMail(context, { ...mailedParcel, lines })]
    expect(paid.content.notes?.slice(1)).toEqual(shipped.content.notes?.slice(1))
    return paid.content.notes?.slice(1)
  }
  expect(notesFor(true, true)).toEqual([returns])
  expect(notesFor(true, false)).toEqual([
    returns,
    "Part 1 can't be returned, unless damaged, defective or not what you ordered.",
  ])
  expect(notesFor(false)).toEqual([NOT_RETURNABLE])
})

test('the receipt and the mail of a parcel say within how many days old parts bring their deposits back', () => {
  const context = mailedPart({ coreUnitCents: 4500 })
  const purchase = { ...context.order.purchase, coreCents: 18_000, coreDays: 30 }
  const charged = { ...context, order: { ...context.order, purchase } }
  expect(rendered(orderPaidMail(charged)).text).toContain('you have 30 days from when we ship')
  const { text } = rendered(orderShippedMail(charged, mailedParcel))
  expect(text).toContain('Send the old parts back within 30 days, and get their deposit of $180.00 back')
})

test('mails say when what was checked out should arrive, unless it is late already', () => {
  const { order, letterhead } = mailedOrder()
  // Paid on November 24 where the store is.
  const purchase = { ...order.purchase, deliveryName: 'Ground', daysMin: 3, daysMax: 5 }
  const context = { order: { ...order, purchase }, letterhead }
  const expected = 'Expected delivery: Fri, Nov 27 – Sun, Nov 29'
  const unpaid = { letterhead, order: { ...context.order, paid_at: null } }
  expect(rendered(orderPlacedMail(unpaid)).text).toContain('Delivery time: 3–5 days after you pay')
  expect(rendered(orderPaidMail(context)).text).toContain(expected)
  const shipped = (shippedAt: string) =>
    rendered(orderShippedMail(context, { ...mailedParcel, shippedAt })).text
  expect(shipped('2026-11-30T05:59:00+00:00')).toContain(expected)
  expect(shipped('2026-11-30T06:01:00+00:00')).not.toContain('Expected delivery')
  for (const mail of mailsOf()) expect(rendered(mail).text).not.toMatch(/Expected delivery|Delivery time/)
})
