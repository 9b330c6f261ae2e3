import { z } from 'zod'
import { PIECE, piecesText } from '../products/unit.ts'
import { PageQuery, SearchText, sortOrders } from '../shared/lists.ts'
import { ORDER_SORT_KEYS, OrderSchema } from './order.ts'
import { TrackingSchema } from './tracking.ts'

/**
 * The status of a purchase, derived from its orders. `paid`: nothing has shipped; `partly_shipped`: something
 * has, and something is still to ship; `shipped`: what was not canceled; `canceled`: all of it; `refunded`:
 * all that was paid for it, without being canceled.
 */
export const PURCHASE_STATUSES = [
  'unpaid',
  'paid',
  'partly_shipped',
  'shipped',
  'canceled',
  'refunded',
] as const
export type PurchaseStatus = (typeof PURCHASE_STATUSES)[number]

/**
 * @param orders those of one purchase. `shipped`: none of its pieces are open, and some have shipped;
 *   `partly`: some have shipped.
 */
export function purchaseStatus(
  orders: readonly {
    paid: boolean
    shipped: boolean
    partly?: boolean
    canceled?: boolean
    refunded?: boolean | undefined
  }[],
): PurchaseStatus {
  if (orders.every(({ canceled }) => canceled)) return 'canceled'
  if (orders.every(({ refunded }) => refunded)) return 'refunded'
  if (orders.every(({ shipped, canceled }) => shipped || canceled)) return 'shipped'
  if (orders.some(({ shipped, partly }) => shipped || partly)) return 'partly_shipped'
  return orders.every(({ paid }) => paid) ? 'paid' : 'unpaid'
}

/** One part of a purchase. Amounts in dollars. */
const PurchaseLineSchema = z.object({
  orderId: z.string().describe('The id of the order of this part'),
  productId: z.string(),
  name: z.string().describe('The name of the part when it was ordered'),
  picture: z.string(),
  unit: z.string(),
  quantity: z.number().int(),
  price: z.number().describe('The price of one unit when it was ordered, in dollars'),
  lineTotal: z.number().describe('Price × quantity, in dollars'),
  coreDeposit: z
    .number()
    .optional()
    .describe('The deposit for each old part, in dollars; absent without one'),
  tax: z.number().describe('The tax of the line, in dollars'),
  shippedQty: z.number().int().describe('How many units have shipped'),
  canceledQty: z.number().int().describe('How many units were canceled once it was paid'),
  partNumber: z.string().optional(),
  partSlug: z.string().optional(),
  bin: z.string().optional().describe('Where the part is in the shelves; for admins, absent without one'),
  fit: OrderSchema.shape.fit,
})
export type PurchaseLine = z.infer<typeof PurchaseLineSchema>

/**
 * What was checked out at once, as its customer and admins see it. Amounts in dollars, dates ISO 8601 in UTC.
 */
export const PurchaseSchema = z.object({
  _id: z.string(),
  number: z.string(),
  status: z.enum(PURCHASE_STATUSES).describe('The state of the purchase, from its orders'),
  placedAt: z.string(),
  heldUntil: z
    .string()
    .optional()
    .describe('Until when its parts are held (ISO 8601); absent once they are not, or are paid'),
  lines: z.array(PurchaseLineSchema).describe('Its parts, in the order of the cart'),
  parts: z.number().describe('What the parts cost, in dollars'),
  coreDeposits: z.number().describe('The deposits for old parts, in dollars'),
  delivery: z
    .object({
      name: z.string().describe('The delivery method'),
      price: z.number().describe('Its price, in dollars'),
      daysMin: z
        .number()
        .int()
        .optional()
        .describe('The fewest days from payment to door; absent in orders from before they were stored'),
      daysMax: z.number().int().optional().describe('The most days from payment to door'),
    })
    .optional()
    .describe('The delivery; absent for a part that was ordered alone, whose price includes it'),
  tax: z.number().describe('The tax, in dollars'),
  taxIncluded: z.boolean().describe('Whether the other amounts include the tax'),
  total: z.number().describe('What is charged, in dollars'),
  refunded: z.number().describe('What was refunded of it, in dollars'),
  refundedAt: OrderSchema.shape.refundedAt,
  packingAt: z.string().optional().describe('When an admin began to pack it; absent until then'),
  disputed: OrderSchema.shape.disputed,
  paid: z.boolean(),
  paidAt: OrderSchema.shape.paidAt,
  transactionId: OrderSchema.shape.transactionId,
  name: z.string().describe('The name of the customer'),
  address: z.string().describe('Where it ships to'),
  phone: z.string().describe('The phone number for the delivery'),
  email: z.string().describe('The email address of the customer'),
  shipments: z
    .array(
      z.object({
        _id: z.string(),
        carrier: TrackingSchema.shape.carrier.optional(),
        trackingNumber: OrderSchema.shape.trackingNumber,
        trackingUrl: z.string().optional().describe("The carrier's page of the parcel, if it has one"),
        shippedAt: z.string(),
        lines: z
          .array(z.object({ orderId: z.string().describe('The order'), quantity: z.number().int() }))
          .describe('What is in the parcel'),
      }),
    )
    .describe('The parcels that have shipped, oldest first'),
})
export type Purchase = z.infer<typeof PurchaseSchema>

/** The number of one part: "DL-10042-2", or that of the purchase if it is its only part. */
export function lineNumber({ number, lines }: Pick<Purchase, 'number' | 'lines'>, orderId: string): string {
  if (lines.length === 1) return number
  return `${number}-${lines.findIndex((line) => line.orderId === orderId) + 1}`
}

/** The name of its first part, and how many others there are: "Ceramic Brake Pads + 4 more". */
export function purchaseTitle({ lines }: Pick<Purchase, 'lines'>): string {
  const name = lines[0]?.name ?? ''
  return lines.length > 1 ? `${name} + ${lines.length - 1} more` : name
}

/** Units of a part that have neither shipped nor been canceled. */
export function openQty({
  quantity,
  shippedQty,
  canceledQty,
}: Pick<PurchaseLine, 'quantity' | 'shippedQty' | 'canceledQty'>): number {
  return quantity - shippedQty - canceledQty
}

/** Its parts that have not shipped, whether or not they may. */
export function openLines({ lines }: Pick<Purchase, 'lines'>): PurchaseLine[] {
  return lines.filter((line) => openQty(line) > 0)
}

/** Its parts that are to ship: none unless it is paid, and not refunded. */
export function linesToShip(purchase: Pick<Purchase, 'lines' | 'status'>): PurchaseLine[] {
  const { status } = purchase
  return status === 'paid' || status === 'partly_shipped' ? openLines(purchase) : []
}

/** What is in a parcel, or still to come: "5 pieces of Spark Plug, 1 set of 4 of Brake Pads". */
export function contentsText(
  { lines }: Pick<Purchase, 'lines'>,
  contents: readonly { orderId: string; quantity: number }[],
): string {
  return piecesText(
    contents.map(({ orderId, quantity }) => {
      const { name = '', unit = PIECE } = lines.find((line) => line.orderId === orderId) ?? {}
      return { quantity, unit, name }
    }),
  )
}

/** The parcels with units of one part. */
export function shipmentsWith({ shipments }: Pick<Purchase, 'shipments'>, orderId: string) {
  return shipments.filter(({ lines }) => lines.some((line) => line.orderId === orderId))
}

/** How purchases are searched. `after` is the _id of the last purchase already listed. */
export const ListPurchasesQuery = PageQuery.extend({
  /** `productName`: that of its first part; `status`: in the order of PURCHASE_STATUSES. */
  sort: sortOrders(ORDER_SORT_KEYS).optional(),
  status: z.enum(PURCHASE_STATUSES).optional(),
  q: SearchText.optional(),
})
export type ListPurchasesQuery = z.infer<typeof ListPurchasesQuery>

const count = (what: string) => z.number().int().describe(`How many of them are ${what}`)

/** How many purchases a customer has, in all and of each status, and what the unpaid ones cost. */
export const PurchaseCountsSchema = z.object({
  all: z.number().int(),
  unpaid: count('not paid'),
  paid: count('paid, and nothing has shipped'),
  partly_shipped: count('shipped in part'),
  shipped: count('shipped'),
  canceled: count('canceled as a whole'),
  refunded: count('refunded as a whole'),
  due: z.number().describe('What the unpaid ones cost, in dollars'),
})
export type PurchaseCounts = z.infer<typeof PurchaseCountsSchema>

/** Query of `DELETE /purchase/{id}`. */
export const DeletePurchaseQuery = z.object({
  toCart: z
    .literal('1', 'toCart is 1, or absent')
    .optional()
    .describe('1: puts its parts back into the cart of its customer'),
})
