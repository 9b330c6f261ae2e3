import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestStore, type TestStore } from '../../tests/support/test-store.ts'
import { signIn, type User } from '../../tests/support/users.ts'

let store: TestStore
let admin: User
beforeAll(async () => {
  store = await openTestStore()
  admin = await signIn(store, { admin: true })
})
afterAll(() => store.close())

/** Sends a form of these parts, and returns the response with the processor time that it took, in ms. */
async function send(path: string, parts: readonly string[]) {
  const body = `${parts.map((part) => `--edge\r\n${part}\r\n\r\nx\r\n`).join('')}--edge--\r\n`
  const before = process.cpuUsage()
  const response = await fetch(store.url + path, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${admin.token}`,
      'Content-Type': 'multipart/form-data; boundary=edge',
    },
    body,
  })
  const { code } = await response.json()
  const { user, system } = process.cpuUsage(before)
  return { status: response.status, code, ms: (user + system) / 1000 }
}

const field = (rest: string) => `Content-Disposition: form-data; name="file"${rest}`
const MILLION = 15_000_000 / ' filename=x;'.length

test.each([
  ['one header with a million parameters', [field(`; ${' filename=x;'.repeat(MILLION)}`)]],
  ['a file name of megabytes', [field(`; filename="${'x'.repeat(15_000_000)}"`)]],
  ['a million headers', [`${field('')}\r\n${'X-A: b\r\n'.repeat(1_900_000)}X-B: c`]],
  ['a header that does not end', [`X: ${'y'.repeat(15_000_000)}`]],
  ['very many parts', Array.from({ length: 150_000 }, () => field(''))],
])('a form with %s is refused, and takes no more time than a plain one of its size', async (_, parts) => {
  const plain = await send('/imports', [`${field('; filename="a.csv"')}\r\n\r\n${'x'.repeat(15_000_000)}`])
  const { ms, ...refused } = await send('/imports', parts)
  expect(refused).toEqual({ status: 400, code: 'malformed_body' })
  // A million parameters took 35 s.
  expect(ms).toBeLessThan(10 * Math.max(plain.ms, 100))
})

test('many parts share one limit for their headers', async () => {
  const parts = Array.from({ length: 10 }, (_, at) => field(`${at}; ${' filename=x;'.repeat(400)}`))
  expect(await send('/images', parts)).toMatchObject({ status: 400, code: 'malformed_body' })
})
