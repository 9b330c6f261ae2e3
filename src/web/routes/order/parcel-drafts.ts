import { openQty, type PurchaseLine } from '#domain/orders/purchase.ts'
import type { Carrier } from '#domain/orders/tracking.ts'
import { readPieces } from './piece-fields.tsx'

/** A parcel that an admin is filling. `texts`: how many pieces of each order are in it, as typed. */
export type ParcelDraft = Readonly<{
  key: number
  carrier: Carrier
  trackingNumber: string
  texts: Readonly<Record<string, string>>
}>

/** One parcel with all that is open. */
export function allInOneParcel(lines: readonly PurchaseLine[]): ParcelDraft[] {
  return addParcel([], lines)
}

/** Adds a parcel with what is in no other one. */
export function addParcel(drafts: readonly ParcelDraft[], lines: readonly PurchaseLine[]): ParcelDraft[] {
  const last = drafts.at(-1)
  const texts = Object.fromEntries(lines.map((line) => [line.orderId, String(leftOf(drafts, line))]))
  const added = { key: (last?.key ?? 0) + 1, carrier: last?.carrier ?? 'UPS', trackingNumber: '', texts }
  return [...drafts, added]
}

/** Removes a parcel, whose pieces go into the first of the others. */
export function removeParcel(
  drafts: readonly ParcelDraft[],
  removed: ParcelDraft,
  lines: readonly PurchaseLine[],
): ParcelDraft[] {
  const [first, ...others] = drafts.filter(({ key }) => key !== removed.key)
  if (!first) return []
  const merged = lines.map((line) => [line.orderId, String(pieces(first, line) + pieces(removed, line))])
  return [{ ...first, texts: Object.fromEntries(merged) }, ...others]
}

/** Changes how many pieces of a part are in a parcel. What is then too much moves out of the others. */
export function movePieces(
  drafts: readonly ParcelDraft[],
  { key }: ParcelDraft,
  line: PurchaseLine,
  text: string,
): ParcelDraft[] {
  const put = (draft: ParcelDraft, to: string) => ({
    ...draft,
    texts: { ...draft.texts, [line.orderId]: to },
  })
  const changed = drafts.map((draft) => (draft.key === key ? put(draft, text) : draft))
  let excess = -leftOf(changed, line)
  return changed.map((draft) => {
    const moved = draft.key === key ? 0 : Math.min(Math.max(excess, 0), pieces(draft, line))
    excess -= moved
    return moved === 0 ? draft : put(draft, String(pieces(draft, line) - moved))
  })
}

/** Pieces of a part that are in no parcel, and stay open. */
export function leftOf(drafts: readonly ParcelDraft[], line: PurchaseLine): number {
  return openQty(line) - drafts.reduce((sum, draft) => sum + pieces(draft, line), 0)
}

/** The pieces in a parcel, and what is wrong with them. */
export function piecesIn(draft: ParcelDraft, lines: readonly PurchaseLine[]) {
  return readPieces(lines, openQty, ({ orderId }) => draft.texts[orderId] ?? '0')
}

const pieces = (draft: ParcelDraft, line: PurchaseLine) => piecesIn(draft, [line]).of(line)
