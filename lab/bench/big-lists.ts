import type { StoreProcess } from '../../tests/support/store-process.ts'
import type { BenchDatabase } from './bench-data.ts'
import type { Figure } from './figures.ts'
import { median } from './load-report.ts'

/** A store whose lists are timed: `token` is an admin's. */
export type ListedStore = { store: StoreProcess; database: BenchDatabase; token: string }

/** Requests per list and store, alternately; the first is a warm-up. */
const ROUNDS = 8
/** Rows of an admin list on the screen, plus one that shows whether there are more. */
const ROWS = 26
/** The required bound: a multiple of the demo store's time. */
const AT_MOST = 10

/** Values to search for in a store. Deep: nine tenths of a list precede it. */
type Facts = Record<
  | 'order'
  | 'transaction'
  | 'email'
  | 'part'
  | 'word'
  | 'category'
  | 'brand'
  | 'deepOrder'
  | 'deepOwn'
  | 'deepPart'
  | 'deepUser'
  | 'deepReview'
  | 'deepEntry'
  | 'deepPage',
  string
>

async function factsOf(database: BenchDatabase): Promise<Facts> {
  // The customer with the most orders, and a product of theirs.
  const [facts] = await database.query<Facts>(`
    with busiest as (
      select account_id from orders where deleted_at is null group by account_id order by count(*) desc, account_id limit 1
    ), own as (select * from orders join busiest using (account_id) where deleted_at is null)
    select (select id from own order by placed_at desc limit 1) as "order",
           (select transaction_id from own where paid_at is not null order by placed_at desc limit 1) as transaction,
           (select customer_email from own limit 1) as email,
           (select product_name from own order by placed_at desc limit 1) as part,
           (select split_part(product_name, ' ', 2) from own order by placed_at desc limit 1) as word,
           (select category from products order by created_at desc, id limit 1) as category,
           (select brand from products order by created_at desc, id limit 1) as brand,
           (select id from own order by placed_at offset (select count(*) from own) / 10 limit 1) as "deepOwn",
           (select id from orders where deleted_at is null order by placed_at
            offset (select count(*) from orders where deleted_at is null) / 10 limit 1) as "deepOrder",
           (select id from products where deleted_at is null order by created_at offset (select count(*) from products) / 10 limit 1) as "deepPart",
           (select id from accounts order by created_at offset (select count(*) from accounts) / 10 limit 1) as "deepUser",
           (select id from reviews order by created_at offset (select count(*) from reviews) / 10 limit 1) as "deepReview",
           (select max(id) / 10 from audit_entries)::text as "deepEntry",
           (select greatest(count(*) / 27, 1) from products where deleted_at is null)::text as "deepPage"`)
  if (!facts) throw new Error('A statement without FROM returns one row')
  return facts
}

type Query = Record<string, string>

/** Every list that grows with the store: the admins' lists, a customer’s orders, the product list. */
const LISTS: readonly [name: string, path: (facts: Facts) => string, query?: (facts: Facts) => Query][] = [
  ['overview', () => '/overview'],
  ['orders', () => '/orders'],
  ['orders, deep', () => '/orders', ({ deepOrder }) => ({ after: deepOrder })],
  ['orders, unpaid', () => '/orders', () => ({ status: 'unpaid' })],
  ['orders, paid', () => '/orders', () => ({ status: 'paid' })],
  ['orders, shipped', () => '/orders', () => ({ status: 'shipped' })],
  ['orders, unpaid and deep', () => '/orders', ({ deepOrder }) => ({ status: 'unpaid', after: deepOrder })],
  ['orders, paid and deep', () => '/orders', ({ deepOrder }) => ({ status: 'paid', after: deepOrder })],
  ['orders, by id', () => '/orders', ({ order }) => ({ q: order })],
  ['orders, by transaction', () => '/orders', ({ transaction }) => ({ q: transaction })],
  ['orders, by email', () => '/orders', ({ email }) => ({ q: email })],
  ['orders, by part', () => '/orders', ({ part: product }) => ({ q: product })],
  ['orders, by a common word', () => '/orders', ({ word }) => ({ q: word })],
  ['orders, a common word, unpaid', () => '/orders', ({ word }) => ({ q: word, status: 'unpaid' })],
  ['orders, a common word, deep', () => '/orders', ({ word, deepOrder }) => ({ q: word, after: deepOrder })],
  ['orders, by two letters', () => '/orders', () => ({ q: 'zz' })],
  ['orders, nothing found', () => '/orders', () => ({ q: 'nothing of the kind' })],
  ['users', () => '/users'],
  ['users, deep', () => '/users', ({ deepUser }) => ({ after: deepUser })],
  ['users, admins', () => '/users', () => ({ role: 'admin' })],
  ['users, customers by email', () => '/users', ({ email }) => ({ q: email, role: 'customer' })],
  ['users, by a common word', () => '/users', () => ({ q: 'test' })],
  ['users, nothing found', () => '/users', () => ({ q: 'no such person' })],
  ['reviews', () => '/reviews/all'],
  ['reviews, deep', () => '/reviews/all', ({ deepReview }) => ({ after: deepReview })],
  ['reviews, hidden', () => '/reviews/all', () => ({ status: 'hidden' })],
  ['reviews, by a common word', () => '/reviews/all', () => ({ q: 'the' })],
  ['reviews, by email', () => '/reviews/all', ({ email }) => ({ q: email })],
  ['reviews, nothing found', () => '/reviews/all', () => ({ q: 'nothing of the kind' })],
  ['reviews of visitors, deep', () => '/reviews', ({ deepReview }) => ({ after: deepReview })],
  ['audit', () => '/audit'],
  ['audit, deep', () => '/audit', ({ deepEntry }) => ({ after: deepEntry })],
  ...['money', 'stock', 'role', 'difference', 'review'].map((kind): (typeof LISTS)[number] => [
    `audit, ${kind}`,
    () => '/audit',
    () => ({ kind }),
  ]),
  ...['order', 'product', 'account', 'intent', 'review'].map((subject): (typeof LISTS)[number] => [
    `audit, of ${subject}s`,
    () => '/audit',
    () => ({ subject }),
  ]),
  ['audit, by email', () => '/audit', ({ email }) => ({ q: email })],
  ['audit, by email, money', () => '/audit', ({ email }) => ({ q: email, kind: 'money' })],
  ['audit, by order', () => '/audit', ({ order }) => ({ q: order })],
  ['audit, nothing found', () => '/audit', () => ({ q: 'nothing of the kind' })],
  ['a customer’s orders', ({ email }) => `/order/${email}`],
  ['a customer’s orders, deep', ({ email }) => `/order/${email}`, ({ deepOwn }) => ({ after: deepOwn })],
  ['products', () => '/products'],
  ['products, deep', () => '/products', ({ deepPart }) => ({ after: deepPart })],
  ['home page', () => '/'],
  ['parts page', () => '/parts'],
  ['parts page, by price', () => '/parts', () => ({ sort: 'price' })],
  ['parts page, by name', () => '/parts', () => ({ sort: 'name' })],
  ['parts page, the last', () => '/parts', ({ deepPage }) => ({ page: deepPage })],
  ['parts page, the last by price', () => '/parts', ({ deepPage }) => ({ page: deepPage, sort: '-price' })],
  ['parts page, of a category', () => '/parts', ({ category }) => ({ category })],
  ['parts page, of a brand', () => '/parts', ({ brand }) => ({ brand })],
  ['parts page, by name of a part', () => '/parts', ({ part: product }) => ({ q: product })],
  ['parts page, by a common word', () => '/parts', ({ word }) => ({ q: word })],
  ['parts page, nothing found', () => '/parts', () => ({ q: 'nothing of the kind' })],
]

/**
 * Times every list on a big store and on the demo store: medians of alternating rounds. No response comes
 * from the cache: every URL is requested once.
 */
export async function compareLists(big: ListedStore, demo: ListedStore): Promise<Figure[]> {
  const sides = [
    { ...demo, facts: await factsOf(demo.database) },
    { ...big, facts: await factsOf(big.database) },
  ]
  const figures: Figure[] = []
  for (const [name, path, query] of LISTS) {
    const times: number[][] = sides.map(() => [])
    for (let round = 0; round < ROUNDS; round += 1)
      for (const [at, { store, token, facts }] of sides.entries()) {
        const search = new URLSearchParams({ ...query?.(facts), limit: String(ROWS), round: String(round) })
        const ms = await timeAnswer(`${store.url}${path(facts)}?${search}`, token)
        if (round > 0) times[at]?.push(ms)
      }
    const [small = 0, large = 0] = times.map((all) => median(all))
    figures.push({
      name,
      value: large / small,
      atMost: AT_MOST,
      digits: 1,
      note: `${large.toFixed(1)} ms, demo ${small.toFixed(1)} ms`,
    })
  }
  return figures
}

async function timeAnswer(url: string, token: string): Promise<number> {
  const startedAt = performance.now()
  const response = await fetch(url, { headers: { Authorization: `Bearer ${token}` } })
  await response.arrayBuffer()
  if (response.status !== 200) throw new Error(`${url} returned ${response.status}`)
  return performance.now() - startedAt
}
