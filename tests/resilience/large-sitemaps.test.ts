import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPages } from '#server/pages.ts'
import { openTestStore, type TestStore } from '../support/test-store.ts'

// The files for search engines of a store with more parts than one sitemap may list.

const PARTS = 120_000
const SHARD = 50_000
/** The bytes of the feed between two memory measurements. */
const SAMPLE = 2_000_000
const ODD = `Pads "5 < 6" & 'more' \u000b]]>`

let store: TestStore
beforeAll(async () => {
  const prepare = path.join(import.meta.dirname, '../../tools/setup/prepare.mjs')
  await promisify(execFile)(process.execPath, [prepare, 'build'])
  store = await openTestStore({}, createPages)
  const client = new pg.Client({ connectionString: store.databaseUrl })
  await client.connect()
  // Without the triggers: what they would write is written here.
  for (const statement of [
    'alter table products disable trigger user',
    'alter table product_search disable trigger user',
    `insert into products (picture, name, about, brand, part_number, price_cents, available, min_order, slug)
     select '/p.webp', 'Part ' || i, repeat('About it. ', 40), 'Brand', 'N-' || i, 1000, 5, 1, 'part-' || i from generate_series(1, ${PARTS - 1}) i`,
    `insert into products (picture, name, about, price_cents, available, min_order, slug) values ('/p.webp', $1, $1, 1000, 5, 1, 'odd')`,
    `insert into product_slugs (slug, product_id) select slug, id from products`,
    `insert into product_search (product_id, words, name, category, brand, price_cents, in_stock, created_at)
     select id, '', lower(name), category, brand, price_cents, true, created_at from products`,
    `insert into product_counts (category, brand, price_band, in_stock, products)
     select category, brand, price_band, in_stock, count(*) from product_search group by 1, 2, 3, 4`,
    'alter table products enable trigger user',
    'alter table product_search enable trigger user',
    'analyze products, product_search',
  ])
    await client.query(statement, statement.includes('$1') ? [ODD] : [])
  await client.end()
}, 180_000)
afterAll(() => store.close())

const read = async (address: string) => (await fetch(new URL(address, store.url))).text()
/**
 * Uncompressed: these parts repeat each other so much that the feed would fit into the buffers on the way.
 */
const openFeed = () =>
  fetch(`${store.url}/feeds/products.xml`, { headers: { 'accept-encoding': 'identity' } })
const median = (numbers: readonly number[]) =>
  numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? NaN
const all = (xml: string, element: string) =>
  [...xml.matchAll(new RegExp(`<${element}>(.*?)</${element}>`, 'g'))].map(([, text = '']) => text)

test('the sitemap lists every part once, in files of at most 50,000', async () => {
  const files = all(await read('/sitemap.xml'), 'loc').filter((address) => address.includes('/parts-'))
  expect(files).toHaveLength(3)
  const addresses: string[] = []
  const sizes: number[] = []
  for (const file of files) {
    const xml = await read(file)
    const own = all(xml, 'loc')
    expect(all(xml, 'lastmod')).toHaveLength(own.length)
    sizes.push(own.length)
    addresses.push(...own)
  }
  expect(sizes).toEqual([SHARD, SHARD, PARTS - 2 * SHARD])
  expect(new Set(addresses).size).toBe(PARTS)
  expect(addresses).toContain(`${store.url}/parts/odd`)
  expect(all(await read('/sitemaps/parts-4.xml'), 'loc')).toEqual([])
  for (const none of ['parts-0', 'parts--1', 'parts-1e3', 'parts-999999', 'nothing'])
    expect((await fetch(`${store.url}/sitemaps/${none}.xml`)).status, none).toBe(404)
})

test('the feed has every part, and its memory does not grow with their number', async () => {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  const used = () => {
    collect()
    // Buffers are counted in `external`.
    const { heapUsed, external } = process.memoryUsage()
    return heapUsed + external
  }
  const response = await openFeed()
  const decoder = new TextDecoder()
  const samples: number[] = []
  let [bytes, items, odd, rest, next] = [0, 0, '', '', 0]
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length
    rest += decoder.decode(chunk, { stream: true })
    const end = rest.lastIndexOf('</item>') + '</item>'.length
    if (end < '</item>'.length) continue
    const whole = rest.slice(0, end)
    items += whole.split('<item>').length - 1
    odd ||= /<item>(?:(?!<item>).)*\/parts\/odd<.*?<\/item>/s.exec(whole)?.[0] ?? ''
    rest = rest.slice(end)
    if (bytes < next) continue
    next = bytes + SAMPLE
    samples.push(used())
  }
  expect(items).toBe(PARTS)
  expect(rest).toContain('</rss>')
  expect(odd).toContain('<g:title>Pads &quot;5 &lt; 6&quot; &amp; &apos;more&apos; ]]&gt;</g:title>')
  // Memory of the batches under way varies; what is retained of each batch would add up from the first third
  // to the last.
  const third = Math.floor(samples.length / 3)
  const growth = median(samples.slice(-third)) - median(samples.slice(0, third))
  expect(growth, `of ${bytes} bytes`).toBeLessThan((2 * third * SAMPLE) / 4)
})

test('a reader that stops reading stops the store from reading', async () => {
  const response = await openFeed()
  const reader = response.body?.getReader()
  await reader?.read()
  // Until the buffers on the way are full, and no statement follows.
  let before = -1
  await expect
    .poll(
      () => {
        const now = store.statements()
        const isStill = now === before
        before = now
        return isStill
      },
      { interval: 1_000 },
    )
    .toBe(true)
  const stopped = store.statements()
  let chunks = 0
  for (;;) {
    const { done } = (await reader?.read()) ?? { done: true }
    if (done) break
    chunks += 1
  }
  expect(chunks).toBeGreaterThan(0)
  expect(store.statements() - stopped, 'batches read after the pause').toBeGreaterThan(PARTS / 500 / 2)
})
