import { describe, expect, test } from 'vitest'
import type { Purchase } from '../orders/purchase.ts'
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
const line = (orderId: string, name: string) => ({
  orderId,
  name,
  quantity: 1,
  shippedQty: 1,
  canceledQty: 0,
})
const parcel = (orderId: string) => ({
  shippedAt: '2026-11-28T12:00:00.000Z',
  carrier: 'UPS',
  trackingNumber: '1Z999AA10123456784',
  trackingUrl: 'https://www.ups.com/track?tracknum=1Z999AA10123456784',
  lines: [{ orderId, quantity: 1 }],
})
const shipped = {
  _id: 'order-1',
  number: 'DL-10042',
  status: 'shipped',
  email: 'casey@example.com',
  lines: [line('1', 'Brake Pads')],
  shipments: [parcel('1')],
} as unknown as Purchase
const options = {
  store: 'Driveline',
  origin: 'https://store.example',
  returns: '30 days to return a part that was never installed.',
  formatDay: (iso: string) => iso.slice(0, 10),
}
const answerOf = (order?: Purchase, key = 'order', changed: { returns?: string | undefined } = {}) =>
  cannedAnswers(message, order, { ...options, ...changed }).find((answer) => answer.key === key)?.text

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
    const text = answerOf({ ...shipped, email: 'morgan@example.com' })
    expect(text).toContain('Please send us your order number')
    expect(text).not.toMatch(/10042|1Z999|Brake/)
    expect(answerOf({ ...shipped, email: 'morgan@example.com' }, 'return')).not.toContain('10042')
  })

  test('tells paid, unpaid and refunded orders apart', () => {
    const paid: Purchase = { ...shipped, status: 'paid', shipments: [] }
    expect(answerOf(paid)).toContain('getting it ready to ship')
    expect(answerOf({ ...paid, status: 'unpaid' })).toContain('isn’t paid yet')
    expect(answerOf({ ...shipped, status: 'refunded' })).toContain('was refunded')
    expect(answerOf({ ...shipped, status: 'canceled' })).toContain('was canceled')
  })

  test('names what is in each parcel of an order of several parts, and what is still to come', () => {
    const lines = [line('1', 'Brake Pads'), line('2', 'Rotors'), { ...line('3', 'Hose'), shippedQty: 0 }]
    const partly = { ...shipped, status: 'partly_shipped', lines, shipments: [parcel('1'), parcel('2')] }
    expect(answerOf(partly as unknown as Purchase)).toBe(
      [
        'Hi Casey,',
        'Of your order DL-10042, Brake Pads and Rotors shipped on 2026-11-28 with UPS. The tracking number is 1Z999AA10123456784.',
        'Track it here: https://www.ups.com/track?tracknum=1Z999AA10123456784',
        'We’re getting the rest ready to ship: Hose. We’ll email you when it’s on its way.',
        'Driveline',
      ].join('\n\n'),
    )
    const whole = { ...partly, status: 'shipped', lines: lines.slice(0, 2) } as unknown as Purchase
    expect(answerOf(whole)).toContain('Your order DL-10042 (Brake Pads + 1 more) shipped on 2026-11-28')
  })
})

describe('“Return a part”', () => {
  test('sends the customer of a shipped order to its page, and names the days', () => {
    const text = [
      'Hi Casey,',
      'I’m sorry that the part of order DL-10042 isn’t right. You can return it on the page of your order: press “Return parts”, and say what is wrong.',
      'https://store.example/dashboard/orders/order-1',
      'You have 30 days to return a part that was never installed. If the page doesn’t offer it, please reply with what is wrong, and a picture if it is damaged.',
      'Driveline',
    ].join('\n\n')
    expect(answerOf(shipped, 'return')).toBe(text)
    expect(answerOf({ ...shipped, status: 'partly_shipped' }, 'return')).toBe(text)
  })

  test.each([
    ['nothing has shipped', { ...shipped, status: 'paid', shipments: [] }, options.returns],
    ['it is another customer’s', { ...shipped, email: 'morgan@example.com' }, options.returns],
    ['the store promises no returns', shipped, undefined],
  ] as const)('asks what is wrong when %s', (_, order, returns) => {
    const text = answerOf(order as Purchase, 'return', { returns })
    expect(text).toContain('We’ll write back how to return it.')
    expect(text).not.toMatch(/order-1|30 days/)
  })
})

test('Parcels of one day of the store are told together', () => {
  const lines = [line('1', 'Brake Pads'), line('2', 'Rotors')]
  const evening = { ...parcel('2'), shippedAt: '2026-11-29T02:00:00.000Z' }
  const order = { ...shipped, status: 'partly_shipped', lines, shipments: [parcel('1'), evening] }
  const formatDay = (iso: string) =>
    new Date(iso).toLocaleDateString('en-CA', { timeZone: 'America/Chicago' })
  const [answer] = cannedAnswers(message, order as unknown as Purchase, { ...options, formatDay })
  expect(answer?.text).toContain('Brake Pads and Rotors shipped on 2026-11-28 with UPS.')
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
