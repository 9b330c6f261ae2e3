import { describe, expect, test } from 'vitest'
import { checkHistory } from './check-history.ts'
import { type Attempt, type StoreState, type History, type Kind, outcomeOf, type Sight } from './history.ts'

// Each rule is broken once on purpose: a checker that cannot fail proves nothing.

const attempt = (kind: Kind, subject: string, from: number, more: Partial<Attempt> = {}): Attempt => ({
  client: 'ann',
  kind,
  subject,
  from,
  to: from + 10,
  status: 200,
  outcome: 'done',
  ...more,
})
const sight = (state: Sight['state'], from: number, client = 'ann'): Sight => ({
  client,
  order: 'o1',
  state,
  from,
  to: from + 10,
})
const unknown = { status: 0, outcome: 'unknown' } as const
const refused = { status: 409, outcome: 'refused' } as const
const ordering = { product: 'p1', units: 2, key: 'k1', named: 'o1' }

/** Ann ordered, paid and reviewed; the admin added 10 units, shipped, and promoted Bea. */
function goodStory(): { history: History; state: StoreState } {
  return {
    history: {
      attempts: [
        attempt('restock', 'p1', 0, { client: 'admin', units: 10 }),
        attempt('order', 'm1', 100, ordering),
        attempt('start payment', 'o1', 200, { key: 'k2', named: 'secret' }),
        attempt('charge', 'o1', 300, { named: 'pi_1' }),
        attempt('record payment', 'o1', 400, { named: 'pi_1' }),
        attempt('ship', 'o1', 500, { client: 'admin' }),
        attempt('return', 'o1', 570, { client: 'admin', key: 'k4', named: 't1' }),
        attempt('receive', 't1', 580, { client: 'admin', key: 'k5', named: 'f1' }),
        attempt('review', 'r1', 600, { key: 'k3', named: 'v1' }),
        attempt('promote', 'bea@example.com', 700, { client: 'admin' }),
        attempt('pry', 'o1', 800, { client: 'bea', status: 404, outcome: 'refused' }),
      ],
      sights: [
        sight('unpaid', 150),
        sight('paid', 450),
        sight('shipped', 550),
        sight('shipped', 560, 'admin'),
      ],
      carts: [],
      staff: ['admin'],
      calm: [{ from: 0, to: 1_000 }],
    },
    state: {
      orders: [
        {
          id: 'o1',
          purchase: 'o1',
          client: 'ann',
          mark: 'm1',
          product: 'p1',
          units: 2,
          back: 0,
          hold: 'sold',
          transaction: 'pi_1',
          shipped: true,
          deleted: false,
        },
      ],
      carts: [],
      reviews: [{ id: 'v1', client: 'ann', mark: 'r1' }],
      products: [{ id: 'p1', available: 8 }],
      deliveries: [{ product: 'p1', units: 10, times: 1 }],
      admins: ['bea@example.com'],
      made: ['t1', 'f1'],
      received: ['t1'],
      charges: [{ purchase: 'o1', transaction: 'pi_1', cents: 2000 }],
    },
  }
}

/** The rules that a story breaks after `change`. */
function broken(change: (story: ReturnType<typeof goodStory>) => void): string[] {
  const story = goodStory()
  change(story)
  return [...new Set(checkHistory(story.history, story.state).map(({ rule }) => rule))]
}

function orderOf({ state }: ReturnType<typeof goodStory>): StoreState['orders'][number] {
  const [order] = state.orders
  if (!order) throw new Error('The story has an order')
  return order
}

test('a correct store has no breach', () => {
  expect(broken(() => undefined)).toEqual([])
})

describe('a lost acknowledged write is found', () => {
  const rule = 'an acknowledged write is there'
  test.each<[string, (story: ReturnType<typeof goodStory>) => void]>([
    ['an order', ({ history }) => history.attempts.push(attempt('order', 'm2', 900, { named: 'o2' }))],
    ['a review', ({ state }) => (state.reviews = [])],
    ['a payment', (story) => Object.assign(orderOf(story), { transaction: 'pi_2' })],
    ['a charge', ({ state }) => (state.charges = [])],
    ['a shipping', (story) => (orderOf(story).shipped = false)],
    ['a deletion', ({ history }) => history.attempts.push(attempt('delete', 'o1', 900))],
    ['a return', ({ state }) => (state.made = state.made.filter((id) => id !== 't1'))],
    ['the refund of a receipt', ({ state }) => (state.made = state.made.filter((id) => id !== 'f1'))],
    ['a receipt', ({ state }) => (state.received = [])],
    ['an admin', ({ state }) => (state.admins = [])],
    ['a delivery', ({ state }) => (state.deliveries = [])],
  ])('%s', (_what, change) => {
    expect(broken(change)).toContain(rule)
  })
})

describe('an unacknowledged write may have happened or not, but only as it was requested', () => {
  const rule = 'what was not acknowledged is wholly there or not at all'
  const lostOrder = attempt('order', 'm2', 1_900, { product: 'p1', units: 3, ...unknown })
  const there = {
    id: 'o2',
    purchase: 'o2',
    client: 'ann',
    mark: 'm2',
    product: 'p1',
    units: 3,
    back: 0,
    hold: 'held',
  }
  const open = { transaction: null, shipped: false, deleted: false }

  test('an order whose response was lost', () => {
    expect(broken(({ history }) => history.attempts.push(lostOrder))).toEqual([])
    const stored = ({ history, state }: ReturnType<typeof goodStory>) => {
      history.attempts.push(lostOrder)
      state.orders.push({ ...there, ...open })
    }
    expect(
      broken((story) => {
        stored(story)
        story.state.products = [{ id: 'p1', available: 5 }]
      }),
    ).toEqual([])
    // The order without its units: incomplete.
    expect(broken(stored)).toEqual(['no product is oversold'])
  })

  test.each<[string, (story: ReturnType<typeof goodStory>) => void]>([
    ['an order without a request', ({ state }) => state.orders.push({ ...there, ...open })],
    [
      'an order that was refused',
      ({ history, state }) => {
        history.attempts.push({ ...lostOrder, ...refused })
        state.orders.push({ ...there, ...open })
      },
    ],
    ['an order of fewer units', (story) => (orderOf(story).units = 1)],
    ['an order of another client', (story) => (orderOf(story).client = 'bea')],
    ['a paid order without a payment', ({ history }) => drop(history, 'charge')],
    ['a shipped order without a shipment', ({ history }) => drop(history, 'ship')],
    ['a deleted order without a deletion', (story) => (orderOf(story).deleted = true)],
    ['a review without a request', ({ history }) => drop(history, 'review')],
    ['two deliveries for one', ({ state }) => (state.deliveries = [{ product: 'p1', units: 10, times: 2 }])],
    [
      'an admin whose promotion was refused',
      ({ history }) => {
        drop(history, 'promote')
        history.attempts.push(attempt('promote', 'bea@example.com', 900, refused))
      },
    ],
  ])('%s', (_what, change) => {
    expect(broken(change)).toContain(rule)
  })
})

function drop(history: History, kind: Kind) {
  history.attempts = history.attempts.filter((attempt) => attempt.kind !== kind)
}

describe('a key with two effects is found', () => {
  const rule = 'one key has one effect'
  test('two responses to one key', () => {
    expect(
      broken(({ history }) =>
        history.attempts.push(attempt('order', 'm1', 900, { ...ordering, named: 'o9' })),
      ),
    ).toContain(rule)
  })
  test('two rows of one key', () => {
    expect(broken(({ state }) => state.reviews.push({ id: 'v2', client: 'ann', mark: 'r1' }))).toEqual([rule])
    expect(
      broken((story) => story.state.orders.push({ ...orderOf(story), id: 'o2', purchase: 'o2' })),
    ).toContain(rule)
  })
})

describe('an order seen in an earlier state is found', () => {
  const rule = 'no order goes back'
  test.each<[string, Sight[]]>([
    ['unpaid after an acknowledged payment', [sight('unpaid', 450)]],
    ['paid after an acknowledged shipping', [sight('paid', 540)]],
    ['paid after it was seen shipped', [sight('shipped', 455), sight('paid', 470)]],
    ['gone after it was ordered', [sight('gone', 150)]],
    ['gone after it was paid', [sight('gone', 900)]],
  ])('%s', (_what, sights) => {
    expect(broken(({ history }) => (history.sights = sights))).toEqual([rule])
  })
  test('present after an acknowledged deletion', () => {
    const deleted = (story: ReturnType<typeof goodStory>, sights: Sight[]) => {
      story.history.attempts = [
        attempt('restock', 'p1', 0, { client: 'admin', units: 10 }),
        attempt('order', 'm1', 100, ordering),
        attempt('delete', 'o1', 200),
      ]
      story.history.sights = sights
      Object.assign(orderOf(story), { hold: 'released', transaction: null, shipped: false, deleted: true })
      Object.assign(story.state, {
        reviews: [],
        charges: [],
        admins: [],
        products: [{ id: 'p1', available: 10 }],
      })
    }
    expect(broken((story) => deleted(story, [sight('unpaid', 150), sight('gone', 300)]))).toEqual([])
    expect(broken((story) => deleted(story, [sight('unpaid', 300)]))).toEqual([rule])
  })
  test('reading an order while it changes is not a breach', () => {
    const during = [sight('unpaid', 405), sight('paid', 402), sight('unpaid', 408)]
    expect(broken(({ history }) => (history.sights = during))).toEqual([])
  })
})

test('an oversold product, and units that are lost, are found', () => {
  const rule = 'no product is oversold'
  for (const available of [9, 7, -2])
    expect(broken(({ state }) => (state.products = [{ id: 'p1', available }]))).toEqual([rule])
  expect(broken((story) => (orderOf(story).hold = 'released'))).toContain(rule)
  expect(broken((story) => (orderOf(story).back = 1))).toEqual([rule])
})

test('a purchase that was charged twice is found, a refunded one is not', () => {
  const again = (cents: number) => (story: ReturnType<typeof goodStory>) =>
    story.state.charges.push({ purchase: 'o1', transaction: 'pi_2', cents })
  expect(broken(again(2000))).toContain('a purchase is charged once')
  expect(broken(again(0))).toEqual([])
})

test('an order that was charged and is not paid, or paid and not charged, is found', () => {
  const rule = 'what was charged is paid'
  expect(
    broken((story) => Object.assign(orderOf(story), { hold: 'held', transaction: null, shipped: false })),
  ).toContain(rule)
  expect(broken(({ state }) => state.charges.forEach((charge) => (charge.cents = 0)))).toEqual([rule])
})

test('access to another client’s order is found', () => {
  const rule = 'orders are private'
  expect(broken(({ history }) => history.sights.push(sight('shipped', 900, 'bea')))).toEqual([rule])
  expect(
    broken(({ history }) => history.attempts.push(attempt('pry', 'o1', 900, { client: 'bea' }))),
  ).toEqual([rule])
})

test('an error other than 502, 503 or 504 is found, except at the provider', () => {
  const failed = { status: 500, outcome: 'unknown' } as const
  const storm = (more: Attempt) =>
    broken(({ history }) => {
      history.calm = []
      history.attempts.push(more)
    })
  expect(storm(attempt('look', 'orders', 900, failed))).toEqual(['errors are 502, 503 or 504'])
  expect(storm(attempt('charge', 'o1', 900, failed))).toEqual([])
  expect(storm(attempt('look', 'orders', 900, { ...failed, status: 503 }))).toEqual([])
})

test('a healthy store that does not respond is found', () => {
  const rule = 'a healthy store responds'
  expect(broken(({ history }) => history.attempts.push(attempt('look', 'orders', 900, unknown)))).toEqual([
    rule,
  ])
  expect(broken(({ history }) => history.attempts.push(attempt('look', 'orders', 1_100, unknown)))).toEqual(
    [],
  )
})

test('an error leaves the outcome unknown, unless it promises that nothing was changed', () => {
  expect(outcomeOf(0, '')).toBe('unknown')
  expect(outcomeOf(503, 'Look whether it was done.')).toBe('unknown')
  expect(outcomeOf(503, 'Busy. Nothing was changed. Try again.')).toBe('refused')
  expect(outcomeOf(409, '')).toBe('refused')
  expect(outcomeOf(201, '')).toBe('done')
})
