import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import {
  mailedOrder,
  mailedParcel,
  orderLetterhead as letterhead,
} from '../../../tests/support/mailed-order.ts'
import { accountClosedMail } from './account-closed-mail.ts'
import { addressCorrectedMail } from './address-corrected-mail.ts'
import { contactMessageMail } from './contact-message-mail.ts'
import { holdEndingMail } from './hold-ending-mail.ts'
import { letterheadOf } from './letterhead.ts'
import { mailColors } from './mail-colors.ts'
import type { Mail } from './mail.ts'
import type { MailedOrder, OrderMailContext } from './order-mail.ts'
import { orderPaidMail } from './order-paid-mail.ts'
import { orderPlacedMail } from './order-placed-mail.ts'
import { orderRefundedMail } from './order-refunded-mail.ts'
import { orderShippedMail } from './order-shipped-mail.ts'
import { passwordChangedMail } from './password-changed-mail.ts'
import { renderMail } from './render-mail.ts'
import { resetPasswordMail } from './reset-password-mail.ts'
import { staffInvitationMail } from './staff-invitation-mail.ts'
import { storeAddressCorrectedMail, storeOrderPaidMail } from './store-order-mail.ts'
import { verifyEmailMail } from './verify-email-mail.ts'

const HOSTILE = `<img src=x onerror="alert(1)"> & 'Ada'\u202e\r\nBcc: evil@example.com`
const contextOf = mailedOrder
const { order } = contextOf()
const refund = { amountCents: 15_560, intentId: 'pi_123', about: 'pi_123', reason: 'sold_out' as const }
const link = 'https://shop.example/auth/verify-email?code=abcdefghijklmnopqrstuv'

/** Every email of the store, with these words of other people in it. */
const mailsWith = (words: Partial<MailedOrder>): Mail[] => [
  orderPlacedMail(contextOf(words)),
  orderPaidMail(contextOf(words)),
  orderShippedMail(contextOf(words), mailedParcel),
  holdEndingMail(contextOf(words)),
  orderRefundedMail(contextOf(words), refund),
  addressCorrectedMail(contextOf(words), '17'),
  storeOrderPaidMail(contextOf(words), 'store@example.com'),
  storeAddressCorrectedMail(contextOf(words), 'store@example.com', '17'),
  contactMessageMail({
    id: '1',
    to: 'store@example.com',
    name: words.account_name ?? 'Vic',
    email: 'vic@example.com',
    message: words.product_name ?? 'Hello\nthere',
  }),
  verifyEmailMail({
    id: '2',
    to: 'a@example.com',
    storeName: 'Driveline',
    proof: { link, code: '123456' },
  }),
  resetPasswordMail({ id: '3', to: 'a@example.com', storeName: 'Driveline', link }),
  accountClosedMail({ id: '5', to: 'a@example.com', storeName: 'Driveline', ordersToShip: 2 }),
  staffInvitationMail({ invitationId: '6', to: 'a@example.com', storeName: 'Driveline', link }),
  passwordChangedMail({ id: '4', to: 'a@example.com', storeName: 'Driveline', link }),
]

test('emails have the colors of the store’s pages', () => {
  const css = readFileSync(new URL('../../web/app.css', import.meta.url), 'utf8')
  for (const [name, [light, dark]] of Object.entries(mailColors))
    expect(css).toContain(`--color-${name}: light-dark(${light}, ${dark});`)
})

test('words of other people never become markup or a header', () => {
  const hostile = {
    account_name: HOSTILE,
    product_name: HOSTILE,
    customer_address: HOSTILE,
    vehicle: HOSTILE,
  }
  for (const mail of mailsWith(hostile)) {
    const { html, subject } = renderMail(mail.content, letterhead)
    expect(html).not.toContain('<img src=x')
    expect(html).not.toContain('onerror="')
    expect(subject).not.toMatch(/[\r\n]/)
  }
})

test('every email has at most one button, one heading, a preheader and its sender, in HTML and in text', () => {
  for (const mail of mailsWith({})) {
    const { html, text } = renderMail(mail.content, letterhead)
    expect(html.match(/<h1/g)).toHaveLength(1)
    expect(html.match(/class="t-action-ink"/g) ?? []).toHaveLength(mail.content.button ? 1 : 0)
    expect(mail.content.preheader).not.toBe('')
    for (const part of [html, text]) {
      expect(part).toContain('Driveline Auto Parts since 1992')
      expect(part).toContain('1992 Camshaft Road, Springfield, IL 62701')
    }
    // A link is never in the middle of a sentence.
    for (const line of text.split('\n'))
      expect(/https?:/.test(line) && !/^https?:\S+$/.test(line), line).toBe(false)
    expect(Math.max(...(text.match(/https?:\S+/g)?.map(({ length }) => length) ?? []))).toBeLessThan(100)
  }
})

test('an email links to http and https only', () => {
  for (const href of ['javascript:alert(1)', 'https://a"b', 'ftp://x', '/dashboard', 'https://a b']) {
    const content = { ...orderPaidMail(contextOf()).content, button: { label: 'Go', href } }
    expect(() => renderMail(content, letterhead)).toThrow('http and https')
  }
})

describe('the plain text of an email is complete:', () => {
  const textOf = ({ content }: Mail) => renderMail(content, letterhead).text

  test('the text of a placed order states what was ordered, what it costs and how to pay', () => {
    const text = textOf(orderPlacedMail(contextOf()))
    expect(text).toMatch(
      /Part: Ceramic Brake Pads\nPart number: BP-4410\nFor: 2012 Honda Civic\nQuantity: 4 sets of 2\nUnit price: \$38\.90\n\nOrder: DL-10042\nSubtotal: \$155\.60\nShipping: Free\nTotal: \$155\.60/,
    )
    expect(text).toContain(`Pay $155.60:\n\nhttps://shop.example/dashboard/payment/${order.id}\n`)
    expect(text).toContain('Hi Casey, thanks for your order.')
    expect(text).toContain('holding your parts until Wed, Nov 25, 8:13 AM CST.')
  })

  test('the text of a receipt states what was paid and the shipping address', () => {
    const text = textOf(orderPaidMail(contextOf()))
    for (const fact of [
      'Order: DL-10042',
      'Quantity: 4 sets of 2',
      'Unit price: $38.90',
      'Subtotal: $155.60\nShipping: Free\nTotal paid: $155.60',
      'Transaction: pi_123',
      'Ship to: 12 Elm Street, Peoria, IL 61602',
    ])
      expect(text).toContain(fact)
    expect(text).toContain(`View your order:\n\nhttps://shop.example/dashboard/orders/${order.id}\n`)
  })

  test('the text of a shipped order has its tracking number, if there is one', () => {
    const text = textOf(orderShippedMail(contextOf(), mailedParcel))
    expect(text).toContain('Carrier: UPS\nTracking number: 1Z999AA10123456784')
    expect(text).toContain('Track your package:\n\nhttps://www.ups.com/track?tracknum=1Z999AA10123456784\n')
    const without = textOf(orderShippedMail(contextOf(), { ...mailedParcel, tracking: null }))
    expect(without).not.toContain('racking')
    expect(without).toContain('View your order:')
    const other = textOf(
      orderShippedMail(contextOf(), {
        ...mailedParcel,
        tracking: { carrier: 'Other', trackingNumber: '1Z999AA10123456784' },
      }),
    )
    expect(other).toContain('Tracking number: 1Z999AA10123456784')
    expect(other).not.toContain('Other')
  })

  test('a receipt and a shipped order state the return days of the store, if it has any', () => {
    const promise = { returnDays: 45, returnCondition: 'that was never installed' }
    const contact = { address: [], phones: [], emails: [], hours: [] }
    for (const mail of [
      orderPaidMail,
      (context: OrderMailContext) => orderShippedMail(context, mailedParcel),
    ]) {
      const withDays = letterheadOf({ name: 'Driveline', contact, ...promise }, letterhead.url)
      expect(textOf(mail({ ...contextOf(), letterhead: withDays }))).toContain(
        '45 days to return a part that was never installed.',
      )
      expect(textOf(mail(contextOf()))).not.toContain('return a part')
    }
  })

  test('the store is emailed what it must ship, for whom and where', () => {
    const mail = storeOrderPaidMail(contextOf(), 'store@example.com')
    expect(mail).toMatchObject({
      to: 'store@example.com',
      replyTo: 'casey@example.com',
      content: { subject: 'New order DL-10042: 4 sets of 2, Ceramic Brake Pads' },
    })
    const text = textOf(mail)
    expect(text).toContain('Order DL-10042 is paid and ready to ship.')
    expect(text).toContain(
      'Total paid: $155.60\nCustomer: Casey Morgan\nEmail: casey@example.com\nPhone: (217) 555-0100\nShip to: 12 Elm Street, Peoria, IL 61602',
    )
    expect(text).toContain(`Open the order:\n\nhttps://shop.example/dashboard/orders/${order.id}\n`)
  })

  test('the text of a refund states the amount and the reason', () => {
    const text = textOf(orderRefundedMail(contextOf(), refund))
    expect(text).toContain('we refunded $155.60 to your card.')
    expect(text).toContain('the parts had sold out')
  })

  test('the text of a visitor’s message keeps its line breaks', () => {
    const mail = contactMessageMail({
      id: '1',
      to: 'store@example.com',
      name: 'Vic',
      email: 'vic@example.com',
      message: 'Hello\n\nDo you ship?',
    })
    expect(mail.replyTo).toBe('vic@example.com')
    expect(textOf(mail)).toContain('> Hello\n> \n> Do you ship?')
  })
})

test('the id of an email is stable, and unique per kind, order and refund', () => {
  const ids = mailsWith({}).map(({ id }) => id)
  expect(mailsWith({}).map(({ id }) => id)).toEqual(ids)
  expect(new Set(ids).size).toBe(ids.length)
  for (const id of ids) expect(id).toMatch(/^[\w.-]+$/)
  expect(orderRefundedMail(contextOf(), { ...refund, intentId: 'pi_456', about: 'pi_456' }).id).not.toBe(
    orderRefundedMail(contextOf(), refund).id,
  )
})
