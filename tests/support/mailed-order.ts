import type { Letterhead } from '#domain/mails/letterhead.ts'
import type { MailedOrder, OrderMailContext } from '#domain/mails/order-mail.ts'
import type { MailedParcel } from '#domain/mails/order-shipped-mail.ts'

/** The sender of the emails below. */
export const orderLetterhead: Letterhead = {
  name: 'Driveline',
  since: 1992,
  orderPrefix: 'DL',
  url: 'https://shop.example',
  company: 'Driveline Auto Parts',
  address: ['1992 Camshaft Road', 'Springfield, IL 62701'],
  phone: '(217) 555-0142',
  email: 'orders@driveline.example',
  timeZone: 'America/Chicago',
}

const part: MailedOrder['parts'][number] = {
  orderId: '0198c0de-0000-4000-8000-000000000001',
  address: '12 Elm Street\nPeoria, IL 61602',
  name: 'Ceramic Brake Pads',
  number: 'BP-4410',
  vehicle: '2012 Honda Civic',
  quantity: 4,
  unit: 'set of 2',
  unitCents: 3890,
  coreUnitCents: 0,
  returnable: true,
  picture: `/images/${'a'.repeat(32)}-1200x900.webp`,
  open: 0,
  canceled: 0,
}

const order: MailedOrder = {
  id: '0198c0de-0000-4000-8000-000000000001',
  number: '10042',
  product_id: '0198c0de-0000-4000-8000-000000000002',
  account_id: 'casey',
  picture: `/images/${'a'.repeat(32)}-1200x900.webp`,
  product_name: 'Ceramic Brake Pads',
  unit_price_cents: 3890,
  quantity: 4,
  canceled_quantity: 0,
  unit: 'set of 2',
  total_cents: 15_560,
  customer_name: 'Casey Morgan',
  customer_email: 'casey@example.com',
  customer_phone: '(217) 555-0100',
  customer_address: '12 Elm Street\nPeoria, IL 61602',
  unverified: false,
  hold: 'sold',
  hold_expires_at: new Date('2026-11-25T14:13:00Z'),
  placed_at: new Date('2026-11-24T14:13:00Z'),
  paid_at: new Date('2026-11-24T14:20:00Z'),
  transaction_id: 'pi_123',
  refunded_cents: 0,
  refunded_at: null,
  disputed: false,
  shipped_at: new Date('2026-11-24T15:00:00Z'),
  shipped_quantity: 4,
  deleted_at: null,
  vehicle: '2012 Honda Civic',
  fit_verdict: 'fits',
  fit_reason: 'Listed',
  account_name: 'Casey Morgan',
  email_verified: true,
  purchase_id: '0198c0de-0000-4000-8000-000000000001',
  line: 1,
  lines: 1,
  core_unit_cents: 0,
  tax_cents: 0,
  tax_rate_ppm: null,
  tax_region_id: null,
  core_tax_cents: 0,
  invoice: null,
  purchase: {
    partsCents: 15_560,
    coreCents: 0,
    coreDays: 180,
    deliveryCents: 0,
    deliveryName: null,
    daysMin: null,
    daysMax: null,
    taxCents: 0,
    taxContained: true,
    totalCents: 15_560,
  },
  parts: [part],
}

/** The data of an email about a paid and shipped order, with these changes. */
export const mailedOrder = (changed: Partial<MailedOrder> = {}): OrderMailContext => ({
  order: { ...order, ...changed },
  letterhead: orderLetterhead,
})

/** The parcel with all of that order. */
export const mailedParcel: MailedParcel = {
  id: '0198c0de-0000-4000-8000-000000000003',
  tracking: { carrier: 'UPS', trackingNumber: '1Z999AA10123456784' },
  shippedAt: '2026-11-24T15:00:00+00:00',
  lines: [{ orderId: part.orderId, quantity: 4 }],
}

/** The same with this changed in its only part. */
export const mailedPart = (changed: Partial<MailedOrder['parts'][number]>): OrderMailContext =>
  mailedOrder({ parts: [{ ...part, ...changed }] })
