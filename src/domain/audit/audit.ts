// Long because it lists every action and field of the audit.
import { z } from 'zod'
import { PageQuery, SearchText, cursorNumber } from '../shared/lists.ts'
import { formatCents, formatUsd } from '../shared/money.ts'

/**
 * The kinds of changes. `difference`: our payments and the card provider's disagree; an operator must look.
 */
export const AUDIT_KINDS = [
  'money',
  'stock',
  'role',
  'review',
  'search',
  'mail',
  'message',
  'settings',
  'difference',
] as const
export type AuditKind = (typeof AUDIT_KINDS)[number]

/** The subject of a change. `intent`: a payment at the card provider that matches none of our orders. */
const SUBJECT_KINDS = [
  'order',
  'product',
  'account',
  'invitation',
  'review',
  'synonyms',
  'category',
  'mail',
  'message',
  'settings',
  'tax_region',
  'import',
  'intent',
] as const
export type SubjectKind = (typeof SUBJECT_KINDS)[number]

/** Every action of the audit, its possible subjects and its label. */
const actions = {
  place_order: { kind: 'stock', subjects: ['order'], label: 'Order placed' },
  seed_order: { kind: 'stock', subjects: ['order'], label: 'Demo order placed' },
  delete_order: { kind: 'stock', subjects: ['order'], label: 'Order deleted' },
  // The audit's names for expireHolds and renewHold: stored entries never change, so their names stay.
  lapse_hold: { kind: 'stock', subjects: ['order'], label: 'Hold expired' },
  retake_hold: { kind: 'stock', subjects: ['order'], label: 'Stock held again' },
  ship_order: { kind: 'stock', subjects: ['order'], label: 'Parcel shipped' },
  correct_tracking: { kind: 'stock', subjects: ['order'], label: 'Tracking number corrected' },
  correct_address: { kind: 'stock', subjects: ['order'], label: 'Address corrected' },
  add_product: { kind: 'stock', subjects: ['product'], label: 'Product added' },
  edit_product: { kind: 'stock', subjects: ['product'], label: 'Product changed' },
  restock_product: { kind: 'stock', subjects: ['product'], label: 'Stock changed' },
  hide_product: { kind: 'stock', subjects: ['product'], label: 'Product hidden' },
  publish_product: { kind: 'stock', subjects: ['product'], label: 'Product published' },
  edit_specifications: {
    kind: 'stock',
    subjects: ['category'],
    label: 'Specifications of a category changed',
  },
  apply_import: { kind: 'stock', subjects: ['import'], label: 'File imported' },
  undo_import: { kind: 'stock', subjects: ['import'], label: 'Import undone' },
  delete_product: { kind: 'stock', subjects: ['product'], label: 'Product deleted' },
  pay_order: { kind: 'money', subjects: ['order'], label: 'Order paid' },
  refund_due: { kind: 'money', subjects: ['order'], label: 'Refund due' },
  refund_payment: { kind: 'money', subjects: ['order'], label: 'Payment refunded' },
  refund_order: { kind: 'money', subjects: ['order'], label: 'Refunded at the card provider' },
  cancel_pieces: { kind: 'stock', subjects: ['order'], label: 'Pieces canceled' },
  decide_refund: { kind: 'money', subjects: ['order'], label: 'Refund decided' },
  refund_pending: { kind: 'money', subjects: ['order'], label: 'Refund sent to the bank' },
  refund_done: { kind: 'money', subjects: ['order'], label: 'Refund done' },
  refund_refused: { kind: 'money', subjects: ['order'], label: 'Refund refused by the card provider' },
  retry_refund: { kind: 'money', subjects: ['order'], label: 'Refund sent again' },
  settle_refund: { kind: 'money', subjects: ['order'], label: 'Paid back otherwise' },
  request_return: { kind: 'stock', subjects: ['order'], label: 'Return asked for' },
  approve_return: { kind: 'stock', subjects: ['order'], label: 'Return approved' },
  decline_return: { kind: 'stock', subjects: ['order'], label: 'Return declined' },
  cancel_return: { kind: 'stock', subjects: ['order'], label: 'Return canceled' },
  receive_return: { kind: 'stock', subjects: ['order'], label: 'Return received' },
  keep_cores: { kind: 'money', subjects: ['order'], label: 'Core deposits kept' },
  close_fitment_flag: { kind: 'stock', subjects: ['product'], label: 'Part that did not fit looked at' },
  refund_failed: { kind: 'money', subjects: ['order'], label: 'Refund failed at the card provider' },
  dispute_payment: { kind: 'money', subjects: ['order'], label: 'Payment disputed by the cardholder' },
  payment_missing: { kind: 'money', subjects: ['order'], label: 'Payment unknown to the card provider' },
  refund_stray_charge: { kind: 'money', subjects: ['order'], label: 'Charge without an order refunded' },
  promote: { kind: 'role', subjects: ['account'], label: 'Made an admin' },
  remove_second_factor: { kind: 'role', subjects: ['account'], label: 'Two-step verification removed' },
  change_password: { kind: 'role', subjects: ['account'], label: 'Password changed' },
  close_account: { kind: 'role', subjects: ['account'], label: 'Account closed' },
  invite_admin: { kind: 'role', subjects: ['invitation'], label: 'Admin invited' },
  withdraw_invitation: { kind: 'role', subjects: ['invitation'], label: 'Invitation withdrawn' },
  demote: { kind: 'role', subjects: ['account'], label: 'No longer an admin' },
  hide_review: { kind: 'review', subjects: ['review'], label: 'Review hidden' },
  show_review: { kind: 'review', subjects: ['review'], label: 'Review shown again' },
  add_synonyms: { kind: 'search', subjects: ['synonyms'], label: 'Synonyms added' },
  edit_synonyms: { kind: 'search', subjects: ['synonyms'], label: 'Synonyms changed' },
  delete_synonyms: { kind: 'search', subjects: ['synonyms'], label: 'Synonyms deleted' },
  send_mail_again: { kind: 'mail', subjects: ['mail', 'order'], label: 'Email resent' },
  dismiss_mail: { kind: 'mail', subjects: ['mail'], label: 'Undelivered email dismissed' },
  finish_message: { kind: 'message', subjects: ['message'], label: 'Message done' },
  reopen_message: { kind: 'message', subjects: ['message'], label: 'Message opened again' },
  edit_settings: { kind: 'settings', subjects: ['settings'], label: 'Settings changed' },
  reset_settings: { kind: 'settings', subjects: ['settings'], label: 'Settings of the files used again' },
  edit_sales_settings: { kind: 'settings', subjects: ['settings'], label: 'Sales settings changed' },
  add_tax_region: { kind: 'settings', subjects: ['tax_region'], label: 'Tax region added' },
  end_tax_region: { kind: 'settings', subjects: ['tax_region'], label: 'Last day of a tax region changed' },
  delete_tax_region: { kind: 'settings', subjects: ['tax_region'], label: 'Tax region deleted' },
  edit_delivery: { kind: 'settings', subjects: ['settings'], label: 'Delivery changed' },
  difference_not_charged: {
    kind: 'difference',
    subjects: ['order', 'intent'],
    label: 'Marked as paid, but not charged',
  },
  difference_refunded: {
    kind: 'difference',
    subjects: ['order', 'intent'],
    label: 'Marked as paid, but refunded by the card provider',
  },
  difference_amount: {
    kind: 'difference',
    subjects: ['order', 'intent'],
    label: 'Charged a different amount',
  },
  difference_not_refunded: {
    kind: 'difference',
    subjects: ['order', 'intent'],
    label: 'Marked as refunded, but not refunded by the card provider',
  },
  difference_unknown_charge: {
    kind: 'difference',
    subjects: ['order', 'intent'],
    label: 'Charged without a record on its order',
  },
  payment_mismatch: {
    kind: 'difference',
    subjects: ['order'],
    label: 'Payment and order differ, refund due',
  },
} as const satisfies Record<string, Action>

type Action = { kind: AuditKind; subjects: readonly SubjectKind[]; label: string }
const actionTable: ReadonlyMap<string, Action> = new Map(Object.entries(actions))

export type AuditAction = keyof typeof actions
/** A possible subject of the action, with its id: `order:<id>`. */
export type AuditSubject<A extends AuditAction> = `${(typeof actions)[A]['subjects'][number]}:${string}`

/** The actions of one kind; with `subject`, those that concern such subjects. */
export function actionsOf(kind: AuditKind, subject?: SubjectKind): string[] {
  return [...actionTable]
    .filter(([, action]) => action.kind === kind && (!subject || action.subjects.includes(subject)))
    .map(([name]) => name)
}

/** The label of an action, including one that only a newer store knows. */
export function actionLabel(action: string): string {
  return actionTable.get(action)?.label ?? action.replaceAll('_', ' ')
}

/** State before or after a change: numbers, text and booleans. */
const FactsSchema = z.record(z.string(), z.unknown())

/** The account that made a change. */
export const ActorSchema = z.object({ _id: z.string(), name: z.string(), email: z.string() })

/**
 * One row of the audit as the API returns it. Without `actor`, the store itself did it (a provider event, a
 * background job, the command line).
 */
export const AuditEntrySchema = z.object({
  _id: z.string(),
  at: z.string(),
  action: z.string(),
  actor: ActorSchema.optional(),
  subject: z.object({
    kind: z.string(),
    id: z.string(),
    /** The product's name, the account's email, the review's author or the synonyms; blank when unknown. */
    name: z.string(),
    /** False once it is deleted. */
    there: z.boolean(),
    /** For orders, as people read it. */
    orderNumber: z.string().optional(),
  }),
  before: FactsSchema.optional(),
  after: FactsSchema.optional(),
})
export type AuditEntry = z.infer<typeof AuditEntrySchema>

/**
 * How admins search the audit. `q`: an order number, the complete id of an order, product, account or
 * transaction, or part of an email. The changes of an import are one entry; its id finds each of them.
 */
export const ListAuditQuery = PageQuery.extend({
  kind: z.enum(AUDIT_KINDS).optional(),
  subject: z.enum(SUBJECT_KINDS).optional(),
  q: SearchText.optional(),
  after: cursorNumber(18, 'This is not an audit entry').optional(),
})
export type ListAuditQuery = z.infer<typeof ListAuditQuery>

/** One changed value as text; null: absent. */
type ChangedFact = { name: string; before: string | null; after: string | null }

/** The changed values as text; unchanged ones are left out. */
export function changedFacts({
  before = {},
  after = {},
}: Pick<AuditEntry, 'before' | 'after'>): ChangedFact[] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .map((key) => ({
      name: FACT_LABELS.get(key) ?? key,
      before: key in before ? factText(key, before[key]) : null,
      after: key in after ? factText(key, after[key]) : null,
    }))
    .filter((fact) => fact.before !== fact.after)
}

const FACT_LABELS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    available: 'In stock',
    totalCents: 'Total',
    number: 'Order number',
    parts: 'Parts',
    carrier: 'Carrier',
    trackingNumber: 'Tracking number',
    address: 'Address',
    phone: 'Phone',
    amountCents: 'Amount',
    capturedCents: 'Charged',
    refundedCents: 'Refunded',
    price: 'Price',
    minOrder: 'Minimum order',
    unit: 'Sold by',
    vehicles: 'Vehicles it fits',
    picture: 'Picture',
    morePictures: 'More pictures',
    about: 'Description',
    listPrice: 'Regular price',
    brand: 'Brand',
    category: 'Category',
    partNumber: 'Part number',
    condition: 'Condition',
    gtin: 'GTIN',
    weightGrams: 'Weight',
    oversize: 'Oversize',
    dangerous: 'Dangerous goods',
    coreDeposit: 'Core deposit',
    taxed: 'Taxed',
    returnable: 'Returnable',
    bin: 'Bin',
    specifications: 'Specifications',
    replacedNumbers: 'Replaced numbers',
    hold: 'Stock',
    paid: 'Paid',
    status: 'Status',
    state: 'Status',
    role: 'Role',
    name: 'Name',
    intentId: 'Transaction',
    currency: 'Currency',
    hidden: 'Hidden',
    phrases: 'Words',
    mail: 'Mail',
    recipient: 'To',
    since: 'Founded in',
    description: 'Description',
    shipping: 'Shipping',
    company: 'Legal name',
    intro: 'Introduction',
    phones: 'Phones',
    emails: 'Emails',
    answers: 'Answers',
    hours: 'Opening hours',
    timeZone: 'Time zone',
    timesNote: 'Note about times',
    returnDays: 'Return days',
    returnCondition: 'Which parts',
    footer: 'Footer',
    articles: 'Articles',
    methods: 'Methods',
    zones: 'Zones',
    prices: 'Prices',
    terms: 'Terms',
    order: 'Order',
    reason: 'Reason',
    pieces: 'Pieces',
    shipmentId: 'Parcel',
    cause: 'Cause',
    note: 'Note',
    failure: 'Failure',
    refundId: 'Refund',
    returnId: 'Return',
    returnNumber: 'Return number',
    restocked: 'Back in stock',
    writtenOff: 'Written off',
    pricesIncludeTax: 'Prices include tax',
    plainOrders: 'Orders without a cart',
    origin: 'Sent from',
    countries: 'Sent to',
    coreDays: 'Days to return a core',
    defaultGrams: 'Usual weight (grams)',
    taxNumber: 'Tax number',
    country: 'Country',
    region: 'State',
    postalCodes: 'Postal codes',
    rate: 'Rate (percent)',
    deliveryTaxed: 'Delivery taxed',
    coreTaxed: 'Core deposits taxed',
    coreTaxRefunded: 'Core’s tax given back',
    validFrom: 'First day',
    validTo: 'Last day',
    added: 'Added',
    changed: 'Changed',
    restored: 'Put back',
    kept: 'Left as they are',
  }),
)

const DOLLARS = new Set(['price', 'listPrice', 'coreDeposit'])

function factText(key: string, value: unknown): string {
  if (typeof value === 'number' && key.endsWith('Cents')) return formatCents(value)
  if (typeof value === 'number' && DOLLARS.has(key)) return formatUsd(value)
  if (typeof value === 'number' && key.endsWith('Grams')) return `${value} g`
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (key === 'hold' && value === 'released') return 'available again'
  if (value === '') return 'none'
  return typeof value === 'string' || typeof value === 'number' ? String(value) : JSON.stringify(value)
}
