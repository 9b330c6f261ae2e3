import type { StoreProcess } from '../../tests/support/store-process.ts'
import type { HttpJob } from './http-client.ts'
import type { LoadReport } from './load-report.ts'
import { getRequest } from './rounds.ts'
import type { Worker } from './worker.ts'

const CHANGES = 40

/**
 * While others read, an admin changes the newest product repeatedly; right after each response the list, the
 * product and the home page are read.
 * @returns how many of those responses did not show the change.
 */
export async function countStaleResponses(
  store: StoreProcess,
  client: Worker,
  adminToken: string,
): Promise<{ reads: number; stale: number }> {
  const bearer = { Authorization: `Bearer ${adminToken}` }
  const [newest] = (await (await fetch(`${store.url}/products`)).json()) as { _id: string }[]
  if (!newest) throw new Error('The store has no products')
  const { _id: id, ...product } = newest
  const paths = ['/', '/products', `/product/${id}`]
  const requests = Array.from({ length: 9 }, (_, i) => [getRequest(paths[i % 3] ?? '/', bearer)])
  const reading = client.ask<LoadReport>({
    port: store.port,
    ms: 2_000,
    requests,
    status: 200,
  } satisfies HttpJob)
  let stale = 0
  for (let change = 1; change <= CHANGES; change += 1) {
    const name = `Changed part ${change}.`
    const changed = await fetch(`${store.url}/product/${id}`, {
      method: 'PUT',
      headers: { ...bearer, 'Content-Type': 'application/json' },
      body: JSON.stringify({ ...product, name }),
    })
    if (!changed.ok) throw new Error(`The change was refused: ${changed.status} ${await changed.text()}`)
    const seen = await Promise.all(
      paths.map(async (path) => (await fetch(store.url + path, { headers: bearer })).text()),
    )
    stale += seen.filter((text) => !text.includes(name)).length
  }
  await reading
  return { reads: CHANGES * paths.length, stale }
}
