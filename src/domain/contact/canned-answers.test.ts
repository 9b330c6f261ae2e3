import { describe, expect, test } from 'vitest'
import type { Order } from '../orders/order.ts'
import { cannedAnswers, replyLink } from './canned-answers.ts'
import type { Message } from './contact-message.ts'

const message: Message = {
  _id: '1',
  name: 'Casey',
  email: 'casey@example.com',
  topic: 'order',
  message: 'Where is it?\nThanks & bye',
  sentAt: '2026-11-29T05:00:00.000Z',
}
const shipped = {
  number: 'DL-10042',
  productName: 'Brake Pads',
  customerEmail: 'casey@example.com',
  paid: true,
  shipped: true,
  shippedAt: '2026-11-28T12:00:00.000Z',
  carrier: 'UPS',
  trackingNumber: '1Z999AA10123456784',
} as Order
const options = { store: 'Driveline', formatDay: (iso: string) => iso.slice(0, 10) }
const answerOf = (order?: Order, key = 'order') =>
  cannedAnswers(message, order, options).find((answer) => answer.key === key)?.text

describe('“Where is my order”', () => {
  test('fills in number, day, carrier, tracking number and link', () => {
    expect(answerOf(shipped)).toBe(
      [
        'Hi Casey,',
        'Your order DL-10042 (Brake Pads) shipped on 2026-11-28 with UPS. The tracking number is 1Z999AA10123456784.',
        'Track it here: https://www.ups.com/track?tracknum=1Z999AA10123456784',
        'Driveline',
      ].join('\n\n'),
    )
  })

  test('says nothing of an order of another address', () => {
    const text = answerOf({ ...shipped, customerEmail: 'morgan@example.com' })
    expect(text).toContain('Please send us your order number')
    expect(text).not.toMatch(/10042|1Z999|Brake/)
    expect(answerOf({ ...shipped, customerEmail: 'morgan@example.com' }, 'return')).not.toContain('10042')
  })

  test('tells paid, unpaid and refunded orders apart', () => {
    const { shippedAt: _, carrier: _c, trackingNumber: _t, ...paid } = { ...shipped, shipped: false }
    expect(answerOf(paid)).toContain('getting it ready to ship')
    expect(answerOf({ ...paid, paid: false })).toContain('isn’t paid yet')
    expect(answerOf({ ...shipped, refunded: true })).toContain('was refunded')
  })
})

test('A reply quotes the message and names the order in its subject', () => {
  const link = new URL(replyLink(message, 'Hi & welcome', 'DL-10042'))
  expect(link.pathname).toBe('casey@example.com')
  expect(link.searchParams.get('subject')).toBe('Re: your message about order DL-10042')
  expect(link.searchParams.get('body')).toBe(
    'Hi & welcome\r\n\r\nCasey wrote:\r\n\r\n> Where is it?\r\n> Thanks & bye',
  )
})

test('An address cannot add recipients or headers to the reply', () => {
  const link = replyLink({ ...message, email: 'a?bcc=x@example.com' }, '', undefined)
  expect(new URL(link).searchParams.has('bcc')).toBe(false)
})
