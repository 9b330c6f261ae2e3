import { share } from '../sales/share.ts'
import { sum } from '../shared/money.ts'
import type { IssuedLine } from './issued-line.ts'

/**
 * A line of an invoice, and what credit notes have given back of it. Amounts in cents, none negative. Of the
 * line of a deposit: `kept`, pieces whose old part never came back, so that the deposit is not given back;
 * `taxStays`, whether an old part that comes back alone gives back the deposit without its tax (M6).
 */
export type InvoicedLine = Omit<IssuedLine, 'reverses'> & {
  id: string
  credited: { quantity: number; netCents: number; taxCents: number }
  kept?: number
  taxStays?: boolean
}

/** The invoice of a purchase. */
export type CreditableLines = {
  lines: readonly InvoicedLine[]
  /** What can still be given back, in cents: refunds that are decided count, whether or not they are done. */
  leftCents: number
}

/** Pieces by the order that they are of. */
export type PiecesByOrder = ReadonlyMap<string, number>

/** Pieces of an order that came back: parts, each with its old part, or old parts alone (`core`). */
export type CameBack = { orderId: string; core: boolean; received: number }

/** What the customer gets by these lines, in cents. */
export function worth(lines: readonly Pick<IssuedLine, 'netCents' | 'taxCents'>[]): number {
  return 0 - sum(lines.map(({ netCents, taxCents }) => netCents + taxCents))
}

/** What has not been given back of a line, its tax included, in cents. */
export function leftOf({ netCents, taxCents, credited }: InvoicedLine): number {
  return netCents + taxCents - credited.netCents - credited.taxCents
}

/**
 * Gives back more pieces of a line (M5): shares of what was paid and of its tax, by how many pieces have been
 * given back before. In any steps, all pieces are exactly the line.
 * @param pieces at most those that are left.
 */
export function creditPieces(line: InvoicedLine, pieces: number): IssuedLine {
  const { quantity, netCents, taxCents, credited } = line
  if (quantity === null || pieces < 1 || credited.quantity + pieces > quantity)
    throw new Error(`${pieces} pieces of this line cannot be given back`)
  const step = (cents: number) =>
    share(cents, credited.quantity + pieces, quantity) - share(cents, credited.quantity, quantity)
  const tax = step(taxCents)
  return reverse(line, { quantity: pieces, netCents: step(netCents + taxCents) - tax, taxCents: tax })
}

/**
 * Gives back an amount of a line without pieces, its tax included: the tax in proportion. In any steps, all
 * of it is exactly the line.
 * @param cents at most what is left of it.
 */
export function creditAmount(line: InvoicedLine, cents: number): IssuedLine {
  const paid = line.netCents + line.taxCents
  const before = line.credited.netCents + line.credited.taxCents
  if (cents < 1 || before + cents > paid) throw new Error(`${cents} cents of this line cannot be given back`)
  const tax = share(line.taxCents, before + cents, paid) - share(line.taxCents, before, paid)
  return reverse(line, { quantity: line.quantity, netCents: cents - tax, taxCents: tax })
}

/** What has not been given back of the delivery, its tax included, in cents. */
export function deliveryLeft(lines: readonly InvoicedLine[]): number {
  return sum(deliveryOf(lines).map(leftOf))
}

/**
 * Gives back an amount of the delivery, its tax included: of each of its lines in proportion, as creditAmount
 * does.
 * @param cents at most what is left of it.
 */
function creditDelivery(lines: readonly InvoicedLine[], cents: number): IssuedLine[] {
  const delivery = deliveryOf(lines)
  const paidFor = (some: readonly InvoicedLine[]) =>
    sum(some.map(({ netCents, taxCents }) => netCents + taxCents))
  const paid = paidFor(delivery)
  const before = paid - deliveryLeft(lines)
  /** What is given back of the first lines. */
  const step = (count: number) => {
    const part = paidFor(delivery.slice(0, count))
    return share(part, before + cents, paid) - share(part, before, paid)
  }
  return delivery.flatMap((line, at) => {
    const given = step(at + 1) - step(at)
    return given > 0 ? [creditAmount(line, given)] : []
  })
}

const deliveryOf = (lines: readonly InvoicedLine[]) => lines.filter(({ kind }) => kind === 'delivery')

/** A line that gives back an amount beyond the invoice; a negative one takes into account what was. */
export function goodwillLine(cents: number, words: string): IssuedLine {
  return {
    orderId: null,
    kind: 'goodwill',
    words,
    quantity: null,
    netCents: 0 - cents,
    taxCents: 0,
    ratePpm: null,
    regionId: null,
    reverses: null,
  }
}

function reverse(
  { id, orderId, kind, words, ratePpm, regionId }: InvoicedLine,
  { quantity, netCents, taxCents }: Pick<IssuedLine, 'quantity' | 'netCents' | 'taxCents'>,
): IssuedLine {
  return {
    orderId,
    kind,
    words,
    quantity,
    netCents: 0 - netCents,
    taxCents: 0 - taxCents,
    ratePpm,
    regionId,
    reverses: id,
  }
}

/**
 * What is given back for canceled pieces, with their deposits: at most what is left of the payment.
 * @param withDelivery whether nothing is left to deliver.
 */
export function creditOfCancellation(
  { lines, leftCents }: CreditableLines,
  pieces: PiecesByOrder,
  withDelivery: boolean,
): IssuedLine[] {
  const credit = lines.flatMap((line) => {
    const canceled = line.orderId === null ? undefined : pieces.get(line.orderId)
    if (canceled !== undefined) return creditUpTo(line, canceled)
    return line.kind === 'delivery' && withDelivery && leftOf(line) > 0
      ? [creditAmount(line, leftOf(line))]
      : []
  })
  return withinPayment(credit, leftCents)
}

/**
 * What is given back for parts and cores that came back. The deposit of a part is given back with it, unless
 * it was before; a core alone gives back its deposit, and the tax on it only where that is given back (M6).
 * At most what is left of each line, and of the payment.
 */
export function creditOfReturn(
  { lines, leftCents }: CreditableLines,
  cameBack: readonly CameBack[],
): IssuedLine[] {
  const countOf = (orderId: string | null, core: boolean) =>
    cameBack
      .filter((one) => one.orderId === orderId && one.core === core)
      .reduce((sum, { received }) => sum + received, 0)
  const credit = lines.flatMap((line) => {
    const [parts, cores] = [countOf(line.orderId, false), countOf(line.orderId, true)]
    if (line.kind === 'part') return creditUpTo(line, parts)
    if (line.kind !== 'core') return []
    const withPart = creditUpTo(line, parts)
    const given = line.credited.quantity + (withPart[0]?.quantity ?? 0)
    const alone = creditUpTo({ ...line, credited: { ...line.credited, quantity: given } }, cores)
    return [...withPart, ...(line.taxStays ? alone.map(withoutTax) : alone)]
  })
  return withinPayment(credit, leftCents)
}

/** What was taxed stays taxed. */
function withoutTax(line: IssuedLine): IssuedLine {
  return { ...line, taxCents: 0, ratePpm: null, regionId: null }
}

/** The words of a line that takes into account what was given back beyond the lines of an invoice. */
export const GIVEN_BEFORE = 'Given back before'

/** Takes into account what was given back beyond the lines: they give back at most what is left. */
function withinPayment(credit: IssuedLine[], leftCents: number): IssuedLine[] {
  const surplus = worth(credit) - Math.max(leftCents, 0)
  return surplus > 0 ? [...credit, goodwillLine(0 - surplus, GIVEN_BEFORE)] : credit
}

/** What an admin gives back. Amounts in cents. */
export type RefundChoice = { pieces: PiecesByOrder; deliveryCents: number; goodwillCents: number }

/** The first choice that is more than can be given back, with what is left of it: pieces, or cents. */
export type TooMuch =
  | { of: 'pieces'; line: InvoicedLine; left: number }
  | { of: 'delivery'; left: number }
  | { of: 'payment'; wanted: number; left: number }

/** The lines of the credit note for these choices, or which of them is too much. */
export function creditOfRefund(
  { lines, leftCents }: CreditableLines,
  { pieces, deliveryCents, goodwillCents }: RefundChoice,
): { credit: IssuedLine[] } | TooMuch {
  const credit: IssuedLine[] = []
  for (const line of lines) {
    const wanted = line.orderId === null ? 0 : (pieces.get(line.orderId) ?? 0)
    if (wanted === 0) continue
    // A deposit may have been given back without its part.
    if (line.kind === 'part' && wanted > piecesLeft(line))
      return { of: 'pieces', line, left: piecesLeft(line) }
    credit.push(...creditUpTo(line, wanted))
  }
  if (deliveryCents > 0) {
    const left = deliveryLeft(lines)
    if (deliveryCents > left) return { of: 'delivery', left }
    credit.push(...creditDelivery(lines, deliveryCents))
  }
  if (goodwillCents > 0) credit.push(goodwillLine(goodwillCents, 'Goodwill'))
  const wanted = worth(credit)
  return wanted > leftCents ? { of: 'payment', wanted, left: leftCents } : { credit }
}

/** Pieces of a line that have not been given back. */
export function piecesLeft({ quantity, credited, kept = 0 }: InvoicedLine): number {
  return (quantity ?? 0) - credited.quantity - kept
}

function creditUpTo(line: InvoicedLine, pieces: number): IssuedLine[] {
  const given = Math.min(pieces, piecesLeft(line))
  return given > 0 ? [creditPieces(line, given)] : []
}
