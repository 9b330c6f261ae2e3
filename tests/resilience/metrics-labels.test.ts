import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPages } from '#server/pages.ts'
import { readMetrics } from '../support/read-metrics.ts'
import { openSecondStore, openTestStore, type TestStore } from '../support/test-store.ts'

let store: TestStore
/** A store with pages on the same database; rendering them 10,000 times would take too long. */
let withPages: TestStore
beforeAll(async () => {
  store = await openTestStore({ METRICS_PORT: '0' })
  withPages = await openSecondStore(store, { METRICS_PORT: '0' }, createPages)
})
afterAll(async () => {
  await withPages.close()
  await store.close()
})

/** Sends many requests with distinct URLs, and expects that they only change numbers in the metrics. */
async function expectNothingNew(shop: TestStore, count: number): Promise<void> {
  const mark = randomUUID().replaceAll('-', '')
  const request = (n: number) => {
    const address = [
      `/${mark}${n}`,
      `/parts/${mark}${n}`,
      `/parts/${mark}${n}.data`,
      `/user/${mark}${n}@people.test`,
      `/product/${randomUUID()}`,
      `/auth/${mark}${n}`,
      `/order/${mark}?email=${mark}${n}@people.test`,
      `/images/${mark}${n}.webp`,
      `/cars/${mark}/${n}`,
      `/a%22%7D%0A${mark}${n}`,
    ][n % 10]
    const method = n % 3 ? 'GET' : n % 2 ? 'POST' : `M${mark.slice(0, 6)}`.toUpperCase()
    const headers = {
      accept: n % 4 ? 'application/json' : 'text/html',
      'x-request-id': mark,
      'user-agent': mark,
    }
    return fetch(shop.url + address, { method, headers })
      .then((response) => response.arrayBuffer())
      .catch(() => undefined)
  }
  const batch = (from: number, size: number) =>
    Promise.all(Array.from({ length: size }, (_, at) => request(from + at)))
  // Every kind of request once: what they add, they add now.
  await batch(0, 120)
  const before = await readMetrics(shop.metricsUrl)
  for (let from = 120; from < 120 + count; from += 60) await batch(from, 60)
  const after = await (await fetch(shop.metricsUrl)).text()
  expect(after).not.toContain(mark)
  expect(after).not.toContain(mark.slice(0, 6).toUpperCase())
  expect(after).not.toContain('@')
  const added = [...(await readMetrics(shop.metricsUrl)).keys()].filter((name) => !before.has(name))
  // A background job may have run for the first time during the test.
  expect(added.filter((name) => /^driveline_(?!job_)/.test(name))).toEqual([])
}

test('10,000 distinct URLs add no label to the metrics, and no part of them appears there', async () => {
  await expectNothingNew(store, 9_960)
})

test('Pages are named by their pattern, regardless of their URL', async () => {
  await expectNothingNew(withPages, 240)
  const samples = await readMetrics(withPages.metricsUrl)
  const routes = [...samples.keys()].map((name) => /route="([^"]+)"/.exec(name)?.[1])
  expect(routes).toEqual(expect.arrayContaining(['page /parts/:slug', 'page *', 'page /cars/:make/:model']))
})
