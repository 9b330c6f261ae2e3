// Long because it is the list of all rules, to be read from top to bottom.
import type { Attempt, CartSight, StoreState, History, Kind, Lines, Sight } from './history.ts'

/** A violation of a rule. */
export type Breach = { rule: RuleName; what: string }

type Rule = (history: History, state: StoreState) => Iterable<string>

/** A request without a response may still be executed for this long, in ms. */
const LATE_MS = 10_000

const STEP = { unpaid: 0, paid: 1, shipped: 2, gone: 3 } as const

const RULES = {
  'an acknowledged write is there': acknowledgedIsThere,
  'what was not acknowledged is wholly there or not at all': nothingIsPartial,
  'one key has one effect': oneKeyOneEffect,
  'a cart is gone exactly when it is ordered': orderedCartsAreGone,
  'no order goes back': nothingGoesBack,
  'no product is oversold': nothingIsOversold,
  'a purchase is charged once': chargedOnce,
  'what was charged is paid': chargedIsPaid,
  'orders are private': ordersArePrivate,
  'errors are 502, 503 or 504': errorsAreHonest,
  'a healthy store responds': healthyStoreResponds,
} satisfies Record<string, Rule>

export type RuleName = keyof typeof RULES

/** Every rule, for reports. */
export const RULE_NAMES = Object.keys(RULES) as RuleName[]

/**
 * Compares the responses that clients got with the final state. Pure; an empty list means a correct store.
 */
export function checkHistory(history: History, state: StoreState): Breach[] {
  return RULE_NAMES.flatMap((rule) =>
    [...(RULES[rule] as Rule)(history, state)].map((what) => ({ rule, what })),
  )
}

/** What is done after the sale, with the id of what it makes. */
const MAKING: ReadonlySet<Kind> = new Set(['ship parcel', 'cancel', 'refund', 'return', 'receive'])

function* acknowledgedIsThere(history: History, state: StoreState): Generator<string> {
  const orders = new Map(state.orders.map((order) => [order.id, order]))
  const reviews = new Map(state.reviews.map((review) => [review.id, review]))
  const charges = new Set(state.charges.map(({ transaction }) => transaction))
  const admins = new Set(state.admins)
  const [made, received] = [new Set(state.made), new Set(state.received)]
  for (const attempt of history.attempts.filter(({ outcome }) => outcome === 'done')) {
    const { kind, subject, named } = attempt
    const order = orders.get(subject)
    if (kind === 'order' && !orders.has(named ?? ''))
      yield `${describeAttempt(attempt)}: there is no order ${named}`
    if (kind === 'check out' && !orders.has(named ?? ''))
      yield `${describeAttempt(attempt)}: there is no purchase ${named}`
    if (kind === 'review' && !reviews.has(named ?? ''))
      yield `${describeAttempt(attempt)}: there is no review ${named}`
    if (kind === 'charge' && named !== undefined && !charges.has(named))
      yield `${describeAttempt(attempt)}: there is no charge ${named}`
    if (kind === 'record payment' && order?.transaction !== named)
      yield `${describeAttempt(attempt)}: it is paid by ${order?.transaction ?? 'nothing'}, not ${named}`
    if (kind === 'ship' && !order?.shipped) yield `${describeAttempt(attempt)}: it is not shipped`
    if (MAKING.has(kind) && named !== undefined && !made.has(named))
      yield `${describeAttempt(attempt)}: there is no ${named}`
    if (kind === 'receive' && !received.has(subject)) yield `${describeAttempt(attempt)}: it is not received`
    if (kind === 'delete' && !order?.deleted) yield `${describeAttempt(attempt)}: it is not deleted`
    if (kind === 'promote' && !admins.has(subject)) yield `${describeAttempt(attempt)}: no admin`
  }
  for (const { product, units, done, times } of countDeliveries(history, state))
    if (times < done) yield `product ${product}: ${done} deliveries of ${units} acknowledged, ${times} booked`
}

function* nothingIsPartial(history: History, state: StoreState): Generator<string> {
  const possible = new Map<string, Attempt>()
  for (const attempt of history.attempts)
    if (attempt.outcome !== 'refused') possible.set(`${attempt.kind} ${attempt.subject}`, attempt)
  const requested = (kind: Kind, subject: string) => possible.get(`${kind} ${subject}`)

  for (const [id, orders] of purchasesOf(state)) {
    const [{ client, mark }] = orders
    const wanted = requested('order', mark) ?? requested('check out', mark)
    if (!wanted) yield `purchase ${id} (${mark}) exists, but was never ordered`
    else if (wanted.client !== client || !areSame(orders, wantedLines(wanted)))
      yield `purchase ${id} is ${describeLines(orders)} for ${client}; asked for by ${describeAttempt(wanted)}`
    yield* differences(id, orders)
    for (const { transaction, shipped, deleted, ...order } of orders) {
      if (transaction && !requested('charge', id)) yield `order ${order.id} is paid, but no payment was made`
      if (shipped && !requested('ship', order.id) && !requested('ship parcel', id))
        yield `order ${order.id} is shipped, but no admin shipped it`
      if (deleted && !requested('delete', id)) yield `order ${order.id} is deleted, and no deletion`
    }
  }
  for (const { id, client, mark } of state.reviews)
    if (requested('review', mark)?.client !== client) yield `review ${id} (${mark}): ${client} never wrote it`
  for (const { product, units, done, unknown, times } of countDeliveries(history, state))
    if (times > done + unknown)
      yield `product ${product}: ${times} deliveries of ${units} booked, ${done + unknown} asked for`
  for (const email of new Set(ofKind(history, 'promote').map(({ subject }) => subject)))
    if (state.admins.includes(email) && !requested('promote', email))
      yield `${email} is an admin, and promoting was refused`
}

/** A purchase is paid, held and deleted whole. */
function* differences(id: string, orders: readonly StoredOrder[]): Generator<string> {
  for (const what of ['client', 'mark', 'hold', 'transaction', 'deleted'] as const) {
    const values = new Set(orders.map((order) => order[what]))
    if (values.size > 1) yield `purchase ${id}: ${what} of its orders: ${[...values].join(', ')}`
  }
}

function wantedLines({ kind, product = '', units = 0, cart }: Attempt): Lines {
  return kind === 'check out' ? (cart?.lines ?? []) : [{ product, units }]
}

function* oneKeyOneEffect(history: History, state: StoreState): Generator<string> {
  const named = new Map<string, string>()
  for (const { client, kind, key, named: name } of history.attempts) {
    if (key === undefined || name === undefined) continue
    const first = named.get(`${client} ${key}`)
    if (first !== undefined && first !== name) yield `${kind}, key ${key}: responses ${first} and ${name}`
    named.set(`${client} ${key}`, name)
  }
  const purchases = [...purchasesOf(state).values()].map(([first]) => first)
  for (const [what, rows] of Object.entries({ purchases, reviews: state.reviews })) {
    const marks = Map.groupBy<string, { mark: string }>(rows, ({ mark }) => mark)
    for (const [mark, same] of marks) if (same.length > 1) yield `${same.length} ${what} of one key: ${mark}`
  }
}

/**
 * A cart that was ordered is never seen again and never ordered twice; otherwise it stays as it was until its
 * customer changes it. The parts of a purchase that is deleted into the cart are added to what is in it.
 */
function* orderedCartsAreGone(history: History, state: StoreState): Generator<string> {
  const purchases = purchasesOf(state)
  const marks = new Set(state.orders.map(({ mark }) => mark))
  const checkouts = ofKind(history, 'check out').filter(({ subject }) => marks.has(subject))
  const sights = Map.groupBy([...history.carts, ...finalCarts(history, state)], ({ client }) => client)
  for (const [client, unsorted] of sights) {
    const seen = unsorted.toSorted((a, b) => a.from - b.from)
    const changes = history.attempts.filter(
      (attempt) =>
        attempt.client === client &&
        attempt.outcome !== 'refused' &&
        (attempt.kind === 'fill cart' ||
          (attempt.kind === 'check out' && marks.has(attempt.subject)) ||
          (attempt.kind === 'delete' && attempt.toCart && purchases.get(attempt.subject)?.[0].deleted)),
    )
    const ordered = checkouts.filter((attempt) => attempt.client === client)
    for (const { subject, cart, outcome, to } of ordered) {
      const over = outcome === 'done' ? to : Infinity
      const again = seen.find(({ from, cart: { revision } }) => from >= over && revision === cart?.revision)
      if (again)
        yield `cart ${cart?.revision} of ${client} was ordered as ${subject}, and is there at ${ms(again.from)}`
    }
    for (const [revision, same] of Map.groupBy(ordered, ({ cart }) => cart?.revision))
      if (new Set(same.map(({ subject }) => subject)).size > 1)
        yield `cart ${revision} of ${client} was ordered twice`
    for (const [i, now] of seen.entries()) {
      const before = seen[i - 1]
      if (before && !isSameCart(before, now) && !changes.some((change) => mayBeBetween(change, before, now)))
        yield `the cart of ${client} was ${describeLines(before.cart.lines)} at ${ms(before.from)}, and is ${describeLines(now.cart.lines)} at ${ms(now.from)}`
    }
    for (const deletion of changes.filter(({ kind, outcome }) => kind === 'delete' && outcome === 'done')) {
      const before = seen.findLast(({ to }) => to <= deletion.from)
      const next = seen.find(({ from }) => from >= deletion.to)
      const others = changes.filter(({ subject }) => subject !== deletion.subject)
      if (!before || !next || others.some((change) => mayBeBetween(change, before, next))) continue
      const expected = withMore(before.cart.lines, purchases.get(deletion.subject) ?? [])
      if (!areSame(next.cart.lines, expected))
        yield `${describeAttempt(deletion)}: the cart is ${describeLines(next.cart.lines)} at ${ms(next.from)}, and not ${describeLines(expected)}`
    }
  }
}

/** The carts in the end, including those without lines, as if they were seen after everything. */
function finalCarts(history: History, state: StoreState): CartSight[] {
  const clients = new Set([...history.carts, ...state.carts].map(({ client }) => client))
  const at = { from: Infinity, to: Infinity }
  return [...clients].map((client) => {
    const cart = state.carts.find((one) => one.client === client)?.cart ?? { revision: 0, lines: [] }
    return { client, cart, ...at }
  })
}

function isSameCart({ cart: a }: CartSight, { cart: b }: CartSight): boolean {
  return a.revision === b.revision && areSame(a.lines, b.lines)
}

/** Whether a request may have been executed after the one began, and before the other ended. */
function mayBeBetween(change: Attempt, { from }: { from: number }, { to }: { to: number }): boolean {
  return change.from <= to && change.to + (change.outcome === 'unknown' ? LATE_MS : 0) >= from
}

/** A read that began after another ended, or after an acknowledgement, sees that state or a later one. */
function* nothingGoesBack(history: History, state: StoreState): Generator<string> {
  const purchases = new Map(state.orders.map(({ id, purchase }) => [id, purchase]))
  const seen = Map.groupBy(history.sights, ({ order }) => order)
  const deletions = Map.groupBy(ofKind(history, 'delete'), ({ subject }) => subject)
  const acknowledged = acknowledgedStates(history, state)
  for (const [order, sights] of seen) {
    // A refused deletion may have been the retry of one that succeeded.
    const deletedFrom = Math.min(
      ...(deletions.get(purchases.get(order) ?? order) ?? []).map(({ from }) => from),
    )
    const known = [...sights, ...(acknowledged.get(order) ?? [])].toSorted((a, b) => a.to - b.to)
    let next = 0
    let floor: Sight | undefined
    for (const sight of sights.toSorted((a, b) => a.from - b.from)) {
      for (let ended = known[next]; ended && ended.to < sight.from; ended = known[next]) {
        if (!floor || STEP[ended.state] > STEP[floor.state]) floor = ended
        next += 1
      }
      if (floor && isBehind(sight, floor))
        yield `order ${order} was ${floor.state} at ${ms(floor.to)}, and ${sight.state} at ${ms(sight.from)}`
      if (sight.state === 'gone' && !(deletedFrom < sight.to))
        yield `order ${order} is gone at ${ms(sight.from)}, and no deletion`
    }
  }
}

/** Only an unpaid order can be deleted, and nothing follows a deletion. */
function isBehind(sight: Sight, floor: Sight): boolean {
  if (sight.state === 'gone') return floor.state === 'paid' || floor.state === 'shipped'
  return STEP[sight.state] < STEP[floor.state]
}

/** Acknowledged states of orders, as sightings: a purchase is placed, paid and deleted whole. */
function acknowledgedStates(history: History, state: StoreState): Map<string, Sight[]> {
  const states = {
    order: 'unpaid',
    'check out': 'unpaid',
    'record payment': 'paid',
    ship: 'shipped',
    delete: 'gone',
  } as const
  const purchases = purchasesOf(state)
  const acknowledged = history.attempts.flatMap((attempt): Sight[] => {
    const { kind, outcome, client, from, to, subject, named = '' } = attempt
    if (outcome !== 'done' || !(kind in states)) return []
    const id = kind === 'order' || kind === 'check out' ? named : subject
    const orders = kind === 'ship' ? [id] : (purchases.get(id)?.map((order) => order.id) ?? [id])
    return orders.map((order) => ({ client, order, state: states[kind as keyof typeof states], from, to }))
  })
  return Map.groupBy(acknowledged, ({ order }) => order)
}

function* nothingIsOversold(_history: History, state: StoreState): Generator<string> {
  for (const { id, available } of state.products) {
    const received = sum(
      state.deliveries.filter(({ product }) => product === id).map((d) => d.units * d.times),
    )
    const live = state.orders.filter(({ product, hold }) => product === id && hold !== 'released')
    const takenUnits = sum(live.map(({ units, back }) => units - back))
    if (available < 0 || available + takenUnits !== received)
      yield `product ${id}: received ${received}, available ${available}, in live orders ${takenUnits}`
  }
  for (const { id, transaction, deleted, hold } of state.orders)
    if ((transaction !== null && hold !== 'sold') || (deleted && hold !== 'released'))
      yield `order ${id}: transaction ${transaction}, deleted ${deleted}, its units are ${hold}`
}

function* chargedOnce(_history: History, state: StoreState): Generator<string> {
  const captured = state.charges.filter(({ cents }) => cents > 0)
  for (const [purchase, charges] of Map.groupBy(captured, ({ purchase }) => purchase))
    if (charges.length > 1)
      yield `purchase ${purchase} was charged ${charges.length} times: ${charges.map((c) => c.transaction).join(', ')}`
}

function* chargedIsPaid(_history: History, state: StoreState): Generator<string> {
  const captured = new Map(
    state.charges.filter(({ cents }) => cents > 0).map((c) => [c.transaction, c.purchase]),
  )
  const orders = new Map(state.orders.map((order) => [order.id, order]))
  for (const [transaction, purchase] of captured)
    if (orders.get(purchase)?.transaction !== transaction)
      yield `purchase ${purchase}: ${transaction} was charged, and it is not paid by it`
  for (const { id, purchase, transaction } of state.orders)
    if (transaction !== null && captured.get(transaction) !== purchase)
      yield `order ${id}: paid by ${transaction}, and nothing was charged`
}

function* ordersArePrivate(history: History, state: StoreState): Generator<string> {
  for (const attempt of ofKind(history, 'pry')) if (attempt.outcome === 'done') yield describeAttempt(attempt)
  const owners = new Map(state.orders.map(({ id, client }) => [id, client]))
  const staff = new Set(history.staff)
  for (const { client, order, state, from } of history.sights)
    if (state !== 'gone' && owners.get(order) !== client && !staff.has(client))
      yield `${client} saw order ${order} of ${owners.get(order)} at ${ms(from)}`
}

function* errorsAreHonest(history: History): Generator<string> {
  for (const attempt of history.attempts)
    // The provider may fail in any way.
    if (attempt.kind !== 'charge' && attempt.status >= 500 && ![502, 503, 504].includes(attempt.status))
      yield describeAttempt(attempt)
}

function* healthyStoreResponds(history: History): Generator<string> {
  for (const attempt of history.attempts)
    if (
      (attempt.status === 0 || attempt.status >= 500) &&
      history.calm.some(({ from, to }) => attempt.from >= from && attempt.to <= to)
    )
      yield describeAttempt(attempt)
}

/** The number of acknowledged, unknown and stored deliveries of each kind. */
function countDeliveries(history: History, state: StoreState) {
  const nameOf = (product: string, units: number) => `${product} ${units}`
  const requested = Map.groupBy(ofKind(history, 'restock'), (a) => nameOf(a.subject, a.units ?? 0))
  const booked = new Map(state.deliveries.map((d) => [nameOf(d.product, d.units), d.times]))
  return [...new Set([...requested.keys(), ...booked.keys()])].map((name) => {
    const [product = '', units = ''] = name.split(' ')
    const count = (outcome: string) => (requested.get(name) ?? []).filter((a) => a.outcome === outcome).length
    return {
      product,
      units,
      done: count('done'),
      unknown: count('unknown'),
      times: booked.get(name) ?? 0,
    }
  })
}

type StoredOrder = StoreState['orders'][number]

/** The orders of each purchase, with the first one first. */
function purchasesOf(state: StoreState): Map<string, [StoredOrder, ...StoredOrder[]]> {
  const purchases = new Map<string, [StoredOrder, ...StoredOrder[]]>()
  for (const order of state.orders.toSorted(
    (a, b) => Number(b.id === b.purchase) - Number(a.id === a.purchase),
  )) {
    const others = purchases.get(order.purchase)
    if (others) others.push(order)
    else purchases.set(order.purchase, [order])
  }
  return purchases
}

function areSame(some: Lines, others: Lines): boolean {
  return (
    some.length === others.length &&
    some.every(({ product, units }) =>
      others.some((line) => line.product === product && line.units === units),
    )
  )
}

function withMore(lines: Lines, more: Lines): Lines {
  const byProduct = Map.groupBy([...lines, ...more], ({ product }) => product)
  return Array.from(byProduct, ([product, same]) => ({ product, units: sum(same.map(({ units }) => units)) }))
}

function describeLines(lines: Lines): string {
  return lines.map(({ product, units }) => `${units} × ${product}`).join(', ') || 'empty'
}

function ofKind(history: History, kind: Kind): Attempt[] {
  return history.attempts.filter((attempt) => attempt.kind === kind)
}

function describeAttempt({ client, kind, subject, status, from, to }: Attempt): string {
  return `${kind} ${subject} by ${client}, ${ms(from)} to ${ms(to)}, status ${status}`
}

function ms(time: number): string {
  return `${Math.round(time)} ms`
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
