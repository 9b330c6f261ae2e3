/**
 * A model of a paid purchase of two parts, one with a deposit, with tax and delivery: what the real store
 * must return, call by call. Amounts in cents. Its rounding is its own, so that the store's is checked.
 */
export type Life = {
  card: 'good' | 'pending' | 'failing'
  lines: Line[]
  delivery: { gross: number; given: number }
  total: number
  refunds: Refund[]
  returns: Return[]
}
export type Line = {
  quantity: number
  part: Charged
  /** The deposit of its old parts; null without one. */
  core: Charged | null
  sent: number
  canceled: number
  available: number
}
/** What was charged for all pieces, of that tax, and how many pieces were given back. */
export type Charged = { gross: number; tax: number; given: number; taxStays?: boolean }
export type Refund = {
  id: string
  cents: number
  state: 'pending' | 'done' | 'failed' | 'settled_otherwise'
  /** Whether the provider still changes it. */
  isOpen: boolean
}
export type ReturnLine = { at: number; core: boolean; quantity: number }
export type Return = { id: string; state: 'approved' | 'canceled' | 'received'; lines: ReturnLine[] }
/** What arrived of a line of a return. */
export type Arrived = { at: number; core: boolean; restocked: number; writtenOff: number }

/** The expected response. `made` is called with the id of the created object. */
export type Expected = { status: number; code?: string; amount?: number; made?: (id: string) => void }

const refused = (status: number, code: string): Expected => ({ status, code })
const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0)
const openPieces = ({ quantity, sent, canceled }: Line) => quantity - sent - canceled

/** Cents of the first n of q pieces, half a cent rounded up. */
const ofPieces = (cents: number, n: number, q: number) => Math.floor((2 * cents * n + q) / (2 * q))

/** What is refunded at the provider. */
export function refundedCents({ refunds }: Life): number {
  return sum(refunds.flatMap(({ state, cents }) => (state === 'pending' || state === 'done' ? cents : 0)))
}

/** What can still be given back: refunds that failed are owed. */
export function leftCents({ total, refunds }: Life): number {
  return total - sum(refunds.map(({ cents }) => cents))
}

export function statusOf(life: Life): string {
  const { lines } = life
  if (lines.every(({ canceled, quantity }) => canceled === quantity)) return 'canceled'
  if (refundedCents(life) === life.total) return 'refunded'
  if (lines.every((line) => openPieces(line) === 0)) return 'shipped'
  return lines.some(({ sent }) => sent > 0) ? 'partly_shipped' : 'paid'
}

/** A change that gives money back, or nothing more when goodwill gave it back before. */
type Giving = { cents: number; give: () => void }

function piecesOf(charged: Charged, quantity: number, wanted: number, isCoreAlone = false): Giving {
  const pieces = Math.min(wanted, quantity - charged.given)
  const step = (cents: number) =>
    ofPieces(cents, charged.given + pieces, quantity) - ofPieces(cents, charged.given, quantity)
  const cents = step(charged.gross) - (isCoreAlone && charged.taxStays ? step(charged.tax) : 0)
  return { cents, give: () => (charged.given += pieces) }
}

/** Pieces with the deposits of as many. */
function withCore({ part, core, quantity }: Line, wanted: number): Giving[] {
  return [piecesOf(part, quantity, wanted), ...(core ? [piecesOf(core, quantity, wanted)] : [])]
}

/** One refund of at most what is left. */
function decide(life: Life, givings: readonly Giving[]): Expected {
  const cents = Math.min(sum(givings.map((giving) => giving.cents)), leftCents(life))
  for (const { give } of givings) give()
  const state = life.card === 'pending' ? 'pending' : 'done'
  return {
    status: 201,
    amount: cents,
    made(id) {
      if (cents > 0) life.refunds.push({ id, cents, state, isOpen: life.card !== 'good' })
    },
  }
}

/** POST /purchase/{id}/shipments, of these pieces of each part, 0 or more. */
export function ship(life: Life, pieces: readonly number[]): Expected {
  if (statusOf(life) === 'canceled') return refused(409, 'order_canceled')
  if (refundedCents(life) === life.total) return refused(409, 'order_refunded')
  if (life.lines.some((line, at) => (pieces[at] ?? 0) > openPieces(line)))
    return refused(409, 'already_shipped')
  for (const [at, line] of life.lines.entries()) line.sent += pieces[at] ?? 0
  return { status: 201 }
}

/** POST /purchase/{id}/cancellations. */
export function cancel(life: Life, pieces: readonly number[]): Expected {
  if (refundedCents(life) === life.total) return refused(409, 'order_refunded')
  if (life.lines.some((line, at) => (pieces[at] ?? 0) > openPieces(line)))
    return refused(409, 'already_shipped')
  for (const [at, line] of life.lines.entries()) {
    line.canceled += pieces[at] ?? 0
    line.available += pieces[at] ?? 0
  }
  const { delivery } = life
  const givings = life.lines.flatMap((line, at) => withCore(line, pieces[at] ?? 0))
  if (statusOf(life) === 'canceled')
    givings.push({ cents: delivery.gross - delivery.given, give: () => (delivery.given = delivery.gross) })
  return decide(life, givings)
}

/** POST /purchase/{id}/refunds. */
export function refund(
  life: Life,
  {
    pieces,
    deliveryCents,
    goodwillCents,
  }: { pieces: readonly number[]; deliveryCents: number; goodwillCents: number },
): Expected {
  const { delivery, lines } = life
  const tooMuch = refused(422, 'refund_too_large')
  if (lines.some(({ quantity, part }, at) => (pieces[at] ?? 0) > quantity - part.given)) return tooMuch
  if (deliveryCents > delivery.gross - delivery.given) return tooMuch
  const givings = [
    ...lines.flatMap((line, at) => withCore(line, pieces[at] ?? 0)),
    { cents: deliveryCents, give: () => (delivery.given += deliveryCents) },
    { cents: goodwillCents, give: () => undefined },
  ]
  return sum(givings.map(({ cents }) => cents)) > leftCents(life) ? tooMuch : decide(life, givings)
}

/** Pieces of a part that can come back, or its old parts alone, but for those of returns not canceled. */
function returnable({ returns, lines }: Life, at: number, core: boolean): number {
  const line = lines[at]
  if (!line) return 0
  const back = (isCore: boolean, states: readonly Return['state'][]) =>
    sum(
      returns
        .filter(({ state }) => states.includes(state))
        .flatMap((one) => one.lines)
        .filter((one) => one.at === at && one.core === isCore)
        .map(({ quantity }) => quantity),
    )
  const isBack = ['approved', 'received'] as const
  if (!core) return line.sent - back(false, isBack)
  if (!line.core) return 0
  const coming = back(false, ['approved']) + back(true, ['approved'])
  const deposits = line.quantity - line.core.given - openPieces(line) - coming
  // A part that comes back has its old part with it.
  return Math.max(0, Math.min(deposits, line.sent - back(true, isBack) - back(false, isBack)))
}

/** POST /purchase/{id}/returns. */
export function askReturn(life: Life, lines: ReturnLine[]): Expected {
  if (lines.some(({ at, core, quantity }) => quantity > returnable(life, at, core)))
    return refused(409, 'nothing_to_return')
  return { status: 201, made: (id) => life.returns.push({ id, state: 'approved', lines }) }
}

/** PATCH /return/{id}: it is canceled. */
export function cancelReturn(back: Return): Expected {
  if (back.state !== 'approved') return refused(409, 'return_state')
  back.state = 'canceled'
  return { status: 200 }
}

/** POST /return/{id}/receipt. A canceled one may arrive, as far as it has not been asked for again. */
export function receive(
  life: Life,
  back: Return,
  arrived: readonly Arrived[],
  isRefunded: boolean,
): Expected {
  if (back.state === 'received') return refused(409, 'return_state')
  const count = ({ restocked, writtenOff }: Arrived) => restocked + writtenOff
  const most = ({ at, core }: Arrived) => {
    const asked = back.lines.find((line) => line.at === at && line.core === core)?.quantity ?? 0
    return back.state === 'approved' ? asked : Math.min(asked, returnable(life, at, core))
  }
  if (arrived.some((line) => count(line) > most(line)) || sum(arrived.map(count)) === 0)
    return refused(422, 'invalid_input')
  back.state = 'received'
  back.lines = arrived.map((line) => ({ at: line.at, core: line.core, quantity: count(line) }))
  for (const { at, restocked } of arrived) {
    const line = life.lines[at]
    if (line) line.available += restocked
  }
  if (!isRefunded) return { status: 201, amount: 0 }
  const cameBack = (at: number, core: boolean) =>
    sum(arrived.filter((line) => line.at === at && line.core === core).map(count))
  return decide(
    life,
    life.lines.flatMap((line, at) => {
      const givings = withCore(line, cameBack(at, false))
      if (!line.core) return givings
      // Old parts alone come after those of the parts.
      const { core, quantity } = line
      const given = Math.min(core.given + cameBack(at, false), quantity)
      const alone = piecesOf({ ...core, given }, quantity, cameBack(at, true), true)
      const pieces = Math.min(cameBack(at, true), quantity - given)
      return [...givings, { cents: alone.cents, give: () => (core.given += pieces) }]
    }),
  )
}

/** The provider brings its refunds of this purchase to their last state. */
export function settle({ refunds }: Life): void {
  for (const one of refunds.filter(({ isOpen }) => isOpen)) {
    one.state = one.state === 'pending' ? 'done' : 'failed'
    one.isOpen = false
  }
}

/** PATCH /refund/{id}: it is sent again, or was paid back otherwise. */
export function decideFailed(one: Refund, isRetry: boolean): Expected {
  if (one.state !== 'failed') return refused(409, 'refund_state')
  Object.assign(one, isRetry ? { state: 'done', isOpen: true } : { state: 'settled_otherwise' })
  return { status: 200 }
}
