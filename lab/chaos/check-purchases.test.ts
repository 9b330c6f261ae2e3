// Long because it breaks each rule about carts and purchases once.
import { describe, expect, test } from 'vitest'
import { checkHistory } from './check-history.ts'
import type { Attempt, Cart, CartSight, History, Kind, StoreState } from './history.ts'

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
const unknown = { status: 0, outcome: 'unknown' } as const
const refused = { status: 409, outcome: 'refused' } as const

const TWO_PARTS = [
  { product: 'p1', units: 2 },
  { product: 'p2', units: 1 },
]
const CART: Cart = { revision: 7, lines: TWO_PARTS }
const EMPTY: Cart = { revision: 0, lines: [] }
const seen = (cart: Cart, from: number): CartSight => ({ client: 'ann', cart, from, to: from + 10 })
const checkout = attempt('check out', 'm1', 300, { cart: CART, key: 'k1', named: 'o1' })

type Story = { history: History; state: StoreState }

/** Ann filled her cart, checked it out, and paid for the purchase o1 of the orders o1 and o2. */
function goodStory(): Story {
  const order = {
    purchase: 'o1',
    client: 'ann',
    mark: 'm1',
    back: 0,
    hold: 'sold',
    transaction: 'pi_1',
    shipped: false,
    deleted: false,
  }
  return {
    history: {
      attempts: [
        attempt('restock', 'p1', 0, { client: 'admin', units: 10 }),
        attempt('restock', 'p2', 0, { client: 'admin', units: 10 }),
        attempt('fill cart', 'ann', 100),
        checkout,
        attempt('charge', 'o1', 500, { named: 'pi_1' }),
        attempt('record payment', 'o1', 600, { named: 'pi_1' }),
      ],
      sights: [{ client: 'ann', order: 'o2', state: 'paid', from: 700, to: 710 }],
      carts: [seen(EMPTY, 0), seen(CART, 200), seen(EMPTY, 400)],
      staff: ['admin'],
      calm: [],
    },
    state: {
      orders: [
        { ...order, id: 'o2', product: 'p2', units: 1 },
        { ...order, id: 'o1', product: 'p1', units: 2 },
      ],
      carts: [],
      reviews: [],
      products: [
        { id: 'p1', available: 8 },
        { id: 'p2', available: 9 },
      ],
      deliveries: ['p1', 'p2'].map((product) => ({ product, units: 10, times: 1 })),
      admins: [],
      made: [],
      received: [],
      charges: [{ purchase: 'o1', transaction: 'pi_1', cents: 9_900 }],
    },
  }
}

/** The rules that a story breaks after `change`. */
function broken(change: (story: Story) => void): string[] {
  const story = goodStory()
  change(story)
  return [...new Set(checkHistory(story.history, story.state).map(({ rule }) => rule))]
}

/** Replaces the checkout by one whose outcome is as given. */
function answered(story: Story, more: Partial<Attempt>): void {
  const { named: _, ...unnamed } = checkout
  story.history.attempts = story.history.attempts.map((one) =>
    one.kind === 'check out' ? { ...unnamed, ...more } : one,
  )
}

/** Nothing came of the checkout: the parts are in stock, and the cart is as it was. */
function nothingHappened({ history, state }: Story): void {
  history.attempts = history.attempts.filter(({ kind }) => kind !== 'charge' && kind !== 'record payment')
  history.sights = []
  history.carts = [seen(EMPTY, 0), seen(CART, 200), seen(CART, 400)]
  const products = ['p1', 'p2'].map((id) => ({ id, available: 10 }))
  Object.assign(state, { orders: [], charges: [], products, carts: [{ client: 'ann', cart: CART }] })
}

/** Instead of paying, Ann deletes the purchase, and its parts go back into the cart. */
function putBack({ history, state }: Story): void {
  history.attempts = [
    ...history.attempts.filter(({ kind }) => kind !== 'charge' && kind !== 'record payment'),
    attempt('delete', 'o1', 500, { toCart: true }),
  ]
  const cart = { revision: 8, lines: TWO_PARTS }
  history.sights = [{ client: 'ann', order: 'o2', state: 'gone', from: 700, to: 710 }]
  history.carts.push(seen(cart, 600))
  for (const order of state.orders)
    Object.assign(order, { hold: 'released', transaction: null, deleted: true })
  const products = ['p1', 'p2'].map((id) => ({ id, available: 10 }))
  Object.assign(state, { charges: [], products, carts: [{ client: 'ann', cart }] })
}

test('a correct store has no breach', () => {
  expect(broken(() => undefined)).toEqual([])
  expect(broken(putBack)).toEqual([])
})

test('a checkout that is acknowledged and lost, whole or in part, is found', () => {
  const lost = broken((story) => {
    nothingHappened(story)
    story.history.attempts.push(attempt('look', 'cart', 500))
  })
  expect(lost).toContain('an acknowledged write is there')
  expect(broken(({ state }) => state.orders.shift())).toContain(
    'what was not acknowledged is wholly there or not at all',
  )
})

describe('a checkout without a response', () => {
  const rule = 'what was not acknowledged is wholly there or not at all'
  test('may have happened or not, with the cart', () => {
    expect(broken((story) => answered(story, unknown))).toEqual([])
    const none = (outcome: Partial<Attempt>) => (story: Story) => {
      nothingHappened(story)
      answered(story, outcome)
    }
    expect(broken(none(unknown))).toEqual([])
    expect(broken(none(refused))).toEqual([])
  })

  test.each<[string, (story: Story) => void]>([
    ['a part without the other one', ({ state }) => state.orders.shift()],
    [
      'other parts than those in the cart',
      ({ state }) => state.orders.forEach((one) => (one.product = 'p1')),
    ],
    ['other units than those in the cart', ({ state }) => state.orders.forEach((one) => (one.units = 5))],
    ['parts of another client', ({ state }) => state.orders.forEach((one) => (one.client = 'bea'))],
    ['a purchase that was refused', (story) => answered(story, refused)],
    [
      'a purchase that is half paid',
      ({ state }) => state.orders.slice(0, 1).forEach((one) => (one.transaction = null)),
    ],
    [
      'a purchase that is half deleted',
      (story) => {
        putBack(story)
        story.state.orders.slice(0, 1).forEach((one) => (one.deleted = false))
      },
    ],
    [
      'a purchase that is half held',
      ({ state }) => state.orders.slice(0, 1).forEach((one) => (one.hold = 'held')),
    ],
  ])('%s is found', (_what, change) => {
    expect(broken((story) => (answered(story, unknown), change(story)))).toContain(rule)
    expect(broken(change)).toContain(rule)
  })
})

test('a key with two purchases is found', () => {
  const rule = 'one key has one effect'
  expect(
    broken(({ state }) =>
      state.orders.push(...state.orders.map((one) => ({ ...one, id: `${one.id}b`, purchase: 'o1b' }))),
    ),
  ).toContain(rule)
  expect(
    broken(({ history }) => history.attempts.push({ ...checkout, from: 900, to: 910, named: 'o9' })),
  ).toContain(rule)
})

describe('a cart that does not agree with its purchase is found', () => {
  const rule = 'a cart is gone exactly when it is ordered'
  test.each<[string, (story: Story) => void]>([
    ['seen after the checkout', ({ history }) => (history.carts = [seen(CART, 200), seen(CART, 400)])],
    ['there in the end', ({ state }) => (state.carts = [{ client: 'ann', cart: CART }])],
    [
      'gone without a purchase',
      (story) => {
        nothingHappened(story)
        answered(story, unknown)
        story.history.carts.pop()
        story.history.carts.push(seen(EMPTY, 400))
        story.state.carts = []
      },
    ],
    [
      'gone in the end without a purchase',
      (story) => {
        nothingHappened(story)
        answered(story, refused)
        story.state.carts = []
      },
    ],
    [
      'with fewer lines and the same revision',
      (story) => {
        nothingHappened(story)
        answered(story, unknown)
        story.state.carts = [{ client: 'ann', cart: { revision: 7, lines: TWO_PARTS.slice(1) } }]
      },
    ],
    ['not filled by a deletion into it', (story) => (putBack(story), forgetCart(story))],
    ['filled by less than what was deleted', (story) => (putBack(story), halveCart(story))],
    ['with other units than before and in the deleted purchase', (story) => putBackInto(story, 2)],
    [
      'filled by a deletion that did not happen',
      ({ history, state }) => {
        history.attempts.push(attempt('delete', 'o1', 800, { toCart: true, ...unknown }))
        state.carts = [{ client: 'ann', cart: { revision: 8, lines: TWO_PARTS } }]
      },
    ],
  ])('%s', (_what, change) => {
    expect(broken(change)).toEqual([rule])
  })
  test('ordered twice', () => {
    const again = attempt('check out', 'm2', 450, { cart: CART, key: 'k2', named: 'o3' })
    expect(
      broken(({ history, state }) => {
        history.attempts.push(again)
        state.orders.push(
          ...TWO_PARTS.map((line, i) => ({
            ...line,
            id: `o${3 + i}`,
            purchase: 'o3',
            client: 'ann',
            mark: 'm2',
            back: 0,
            hold: 'released',
            transaction: null,
            shipped: false,
            deleted: false,
          })),
        )
      }),
    ).toEqual([rule])
  })
  test('a deleted purchase that is added to a cart is not a breach', () => {
    expect(broken((story) => putBackInto(story, 3))).toEqual([])
  })
  test('reading a cart while it is checked out is not a breach', () => {
    const during = [seen(EMPTY, 0), seen(CART, 200), seen(CART, 302), seen(EMPTY, 304), seen(EMPTY, 400)]
    expect(broken(({ history }) => (history.carts = during))).toEqual([])
  })
})

/** The cart has a unit of the first part when the purchase goes back into it, and then so many in all. */
function putBackInto(story: Story, units: number): void {
  putBack(story)
  const { history, state } = story
  const cart = (revision: number, of: number): Cart => ({
    revision,
    lines: [{ product: 'p1', units: of }, ...TWO_PARTS.slice(1)],
  })
  history.attempts.push(attempt('fill cart', 'ann', 420))
  history.carts.pop()
  history.carts.push(
    seen({ revision: 8, lines: [{ product: 'p1', units: 1 }] }, 440),
    seen(cart(9, units), 600),
  )
  state.carts = [{ client: 'ann', cart: cart(9, units) }]
}

function forgetCart({ history, state }: Story): void {
  history.carts.pop()
  history.carts.push(seen(EMPTY, 600))
  state.carts = []
}

function halveCart({ history, state }: Story): void {
  const cart = { revision: 8, lines: TWO_PARTS.slice(1) }
  history.carts.pop()
  history.carts.push(seen(cart, 600))
  state.carts = [{ client: 'ann', cart }]
}

test('another part of a purchase that goes back is found', () => {
  const rule = 'no order goes back'
  const sight = (order: string, state: 'unpaid' | 'gone') =>
    ({ client: 'ann', order, state, from: 900, to: 910 }) as const
  expect(broken(({ history }) => history.sights.push(sight('o2', 'unpaid')))).toEqual([rule])
  expect(broken(({ history }) => history.sights.push(sight('o2', 'gone')))).toEqual([rule])
  expect(
    broken((story) => {
      putBack(story)
      story.history.sights.push(sight('o2', 'unpaid'))
    }),
  ).toEqual([rule])
})

test('a purchase that was charged twice, or is not paid by its charge, is found', () => {
  expect(
    broken(({ state }) => state.charges.push({ purchase: 'o1', transaction: 'pi_2', cents: 9_900 })),
  ).toContain('a purchase is charged once')
  const rule = 'what was charged is paid'
  expect(broken(({ state }) => (state.charges = []))).toContain(rule)
  expect(broken(({ state }) => state.charges.forEach((charge) => (charge.purchase = 'o2')))).toContain(rule)
})

test('an oversold part of a purchase is found', () => {
  expect(broken(({ state }) => (state.products = [{ id: 'p2', available: 10 }]))).toEqual([
    'no product is oversold',
  ])
})
