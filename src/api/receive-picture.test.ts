import type { ChildProcess } from 'node:child_process'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { setImmediate } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Viewer } from '#domain/accounts/viewer.ts'
import { quartersAs } from '../../tests/support/test-pictures.ts'
import { openTestStore, type TestStore } from '../../tests/support/test-store.ts'
import { insertAccount } from '../../tests/support/users.ts'
import { receivePicture } from './receive-picture.ts'

let store: TestStore
let viewer: Viewer

beforeAll(async () => {
  store = await openTestStore()
  const email = await insertAccount(store, { role: 'admin' })
  const { id } = await store.db
    .selectFrom('accounts')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
  viewer = { id, email, name: 'Robin Fielder', role: 'admin', tokenHash: Buffer.alloc(32) }
})
afterAll(() => store.close())

/** An upload whose bytes follow when `sent` resolves; `onRead` is called when the store starts reading. */
async function uploadOf(picture: Uint8Array, sent: Promise<void>, onRead: () => void): Promise<Request> {
  const form = new FormData()
  form.set('image', new Blob([new Uint8Array(picture)]), 'part.png')
  const encoded = new Response(form)
  const bytes = new Uint8Array(await encoded.arrayBuffer())
  let read = false
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        if (!read) onRead()
        read = true
        await sent
        controller.enqueue(bytes)
        controller.close()
      },
    },
    { highWaterMark: 0 },
  )
  const init = {
    method: 'POST',
    headers: { 'Content-Type': encoded.headers.get('Content-Type') ?? '' },
    body,
    duplex: 'half',
  }
  return new Request('http://store.test/images', init)
}

// The picture processes have a low priority: on a busy machine each takes seconds.
test('two of five concurrent uploads are read, and one picture is open at a time', async () => {
  const picture = await quartersAs('png', 80, 60)
  const processes = { open: 0, max: 0, all: 0 }
  const count = (message: unknown) => {
    processes.all += 1
    processes.open += 1
    processes.max = Math.max(processes.max, processes.open)
    // This listener runs before the store's, which opens the next.
    ;(message as { process: ChildProcess }).process.once('exit', () => (processes.open -= 1))
  }
  let reading = 0
  const sent = Promise.withResolvers<void>()
  const uploads = await Promise.all(
    Array.from({ length: 5 }, () => uploadOf(picture, sent.promise, () => (reading += 1))),
  )
  subscribe('child_process', count)
  try {
    const outcomes = uploads.map((request) => receivePicture(store.shop, viewer, request))
    await expect.poll(() => reading).toBeGreaterThanOrEqual(2)
    // Only turns of the event loop could let the others be read.
    for (let turn = 0; turn < 20; turn += 1) await setImmediate()
    expect(reading).toBe(2)
    sent.resolve()
    expect((await Promise.all(outcomes)).filter(({ ok }) => ok)).toHaveLength(5)
    expect({ reading, ...processes }).toEqual({ reading: 5, open: 0, max: 1, all: 5 })
  } finally {
    unsubscribe('child_process', count)
  }
})
