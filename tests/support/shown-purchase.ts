import { type Purchase, type PurchaseLine, purchaseStatus } from '#domain/orders/purchase.ts'

/** A purchase as the API returns it: one of these parts, each with one unit at a dollar unless given. */
export function shownPurchase(
  parts: readonly Partial<PurchaseLine>[],
  given: Partial<Purchase> = {},
): Purchase {
  const lines = parts.map((part, at): PurchaseLine => {
    const { price = 1, quantity = 1 } = part
    return {
      orderId: `order-${at + 1}`,
      productId: 'p',
      name: 'Part',
      picture: '',
      unit: 'piece',
      quantity,
      price,
      lineTotal: price * quantity,
      tax: 0,
      shippedQty: 0,
      canceledQty: 0,
      ...part,
    }
  })
  const total = lines.reduce((sum, { lineTotal }) => sum + lineTotal, 0)
  const { paid = false } = given
  const shipped = lines.filter(({ shippedQty }) => shippedQty > 0)
  return {
    _id: lines[0]?.orderId ?? '',
    number: 'DL-10042',
    placedAt: '2026-11-01T10:00:00.000Z',
    lines,
    status: purchaseStatus(
      lines.map(({ quantity, shippedQty }) => ({ paid, shipped: shippedQty === quantity })),
    ),
    parts: total,
    coreDeposits: 0,
    tax: 0,
    taxIncluded: true,
    total,
    refunded: 0,
    paid,
    name: 'Ada',
    address: 'Road 1',
    phone: '555-0100',
    email: 'ada@example.com',
    shipments: shipped.map(({ orderId, quantity }) => ({
      _id: orderId,
      shippedAt: '2026-11-02T10:00:00.000Z',
      lines: [{ orderId, quantity }],
    })),
    ...given,
  }
}
