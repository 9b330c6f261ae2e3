import { afterAll, beforeAll, expect, test } from 'vitest'
import { readCredentials } from '#db/embedded/credentials.ts'
import { databasePaths } from '#db/embedded/database-paths.ts'
import { isAlive, readPostmasterFile } from '#db/embedded/postmaster-file.ts'
import { expectInvariants } from '../support/invariants.ts'
import { demoBuyer } from '../support/orders.ts'
import { expectProblem } from '../support/problem.ts'
import { runStore, START_LIMIT_MS, type RunningStore } from '../support/running-store.ts'
import { isReady } from '../support/store-process.ts'

let store: RunningStore
beforeAll(async () => {
  store = await runStore()
}, START_LIMIT_MS)
afterAll(() => store.close())

/** The embedded server's process and port from its PID file; 0 without one. */
function postmaster(): { pid: number; port: number } {
  return readPostmasterFile(databasePaths(store.dataDir).cluster) ?? { pid: 0, port: 0 }
}

test('when the embedded database is killed, the store responds with 503 and not ready, restarts it, and loses no order', async () => {
  const { customer, order } = await demoBuyer(store)
  const placedIds: string[] = [(await order()).body.insertedId]

  for (const round of [1, 2]) {
    const before = postmaster()
    process.kill(before.pid, 'SIGKILL')
    await expect.poll(() => isReady(store), { interval: 5 }).toBe(false)
    const refused = await order()
    if (refused.status === 201) placedIds.push(refused.body.insertedId)
    else expectProblem(refused, 503, 'database_unavailable')

    await expect.poll(() => isReady(store)).toBe(true)
    expect(postmaster()).toMatchObject({ port: before.port })
    expect(postmaster().pid).not.toBe(before.pid)
    const placed = await order()
    expect(placed.status, `round ${round}: ${JSON.stringify(placed.body)}`).toBe(201)
    placedIds.push(placed.body.insertedId)
    const listed = (await customer('GET', '/order/customer@demo.test')).body as { _id: string }[]
    expect(listed.map(({ _id }) => _id)).toEqual(expect.arrayContaining(placedIds))
  }
  expect(store.output()).toContain('The database server is running again.')
  const { store: password } = readCredentials(databasePaths(store.dataDir).credentials)
  await expectInvariants(`postgresql://driveline:${password}@127.0.0.1:${postmaster().port}/driveline`)
})

test('a store that is stopped while its database is down exits, and leaves no database behind', async () => {
  process.kill(postmaster().pid, 'SIGKILL')
  // It would be null if it had to be killed.
  expect(await store.stop()).toEqual({ code: 0 })
  // Whether or not it was restarted before: the PID file belongs to no running process.
  expect(isAlive(postmaster().pid)).toBe(false)
})

test('a store that is started on the same folder and stopped stops its database too', async () => {
  const again = await runStore({ DATA_DIR: store.dataDir })
  const { pid } = postmaster()
  expect(isAlive(pid)).toBe(true)
  expect(await again.stop()).toEqual({ code: 0 })
  expect(isAlive(pid)).toBe(false)
  await again.close()
})
