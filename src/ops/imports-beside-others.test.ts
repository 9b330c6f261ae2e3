// What an upload and its check keep other requests of the process waiting for: nothing that takes long at a time. In processor time of
// this thread, which a busy machine does not change.
import { setImmediate as nextTurn } from 'node:timers/promises'
import Papa from 'papaparse'
import { SaxesParser } from 'saxes'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Fixture, openFixture } from '../../tests/support/call-samples.ts'

let fixture: Fixture
beforeAll(async () => {
  fixture = await openFixture()
})
afterAll(() => fixture.store.close())

const MB = 2 ** 20

/** What this thread has worked, in ms. */
function worked(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

/** The most that this thread works in one turn of its event loop until `work` is done, in ms. */
async function longestTurn(work: Promise<unknown>): Promise<number> {
  let done = false
  void work.finally(() => (done = true)).catch(() => undefined)
  let most = 0
  while (!done) {
    const before = worked()
    await nextTurn()
    most = Math.max(most, worked() - before)
  }
  await work
  return most
}

async function uploadAndCheck(kind: string, text: string): Promise<unknown> {
  const form = new FormData()
  form.set('kind', kind)
  form.set('skipUnknown', 'true')
  form.set('file', new Blob([text]), 'file')
  const sent = await fetch(`${fixture.store.url}/imports`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${fixture.admin.token}` },
    body: form,
  })
  expect(sent.status).toBe(201)
  const { insertedId } = (await sent.json()) as { insertedId: string }
  for (;;) {
    const { body } = await fixture.admin.call('GET', `/imports/${insertedId}`)
    if (body.status !== 'checking') return body
  }
}

const line = (n: number) =>
  `IM-${n},"Brake Pads, Set ${n}",Maker ${n % 400},Brakes,"Made for daily driving, ${n % 977} mm wide.",${10 + (n % 90)}.50,${n % 300},1,${fixture.picture}\n`
const app = (n: number) =>
  `<App action="A" id="${n}"><Years from="2001" to="2004"/><Make>Honda</Make><Model>Civic</Model><Note>Only with package ${n}</Note><Qty>1</Qty><PartType id="1896"/><Part>IM-${n % 9_000}</Part></App>\n`
const repeated = (of: (n: number) => string) => {
  const one = of(10_000).length
  return Array.from({ length: Math.floor((15 * MB) / one) }, (_, n) => of(n)).join('')
}

test.each([
  {
    kind: 'products',
    of: () => `partNumber,name,brand,category,about,price,available,minOrder,picture\n${repeated(line)}`,
    atOnce: (text: string) => void Papa.parse(text),
  },
  {
    kind: 'aces',
    of: () =>
      `<ACES version="4.2"><Header><SubmissionType>UPDATE</SubmissionType></Header>${repeated(app)}</ACES>`,
    atOnce: (text: string) => void new SaxesParser().write(text),
  },
])('a file of 15 MB ($kind) is checked in many short turns', async ({ kind, of, atOnce }) => {
  const text = of()
  // What is compiled and connected once.
  await uploadAndCheck(kind, text.slice(0, 100_000))
  const before = worked()
  atOnce(text)
  const whole = worked() - before
  const longest = await longestTurn(uploadAndCheck(kind, text))
  expect(longest, `of ${whole} ms for all at once`).toBeLessThan(whole)
})
