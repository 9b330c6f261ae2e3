// How long an import keeps other requests of the process waiting: never long at a time. In processor time of
// this thread, which a busy machine does not change.
import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises'
import Papa from 'papaparse'
import { SaxesParser } from 'saxes'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ImportDetails, isRunning } from '#domain/imports/imported-file.ts'
import { insertProducts } from '#domain/products/add-product.server.ts'
import { type Fixture, openFixture } from '../../tests/support/call-samples.ts'

let fixture: Fixture
beforeAll(async () => {
  fixture = await openFixture()
  const civics = Array.from({ length: 20 }, (_, n) => ({ year: 2000 + n, make: 'Honda', model: 'Civic' }))
  await fixture.store.db
    .insertInto('vehicles')
    .values(civics.map((vehicle) => ({ ...vehicle, fuel: '', drive: '' })))
    .execute()
})
afterAll(() => fixture.store.close())

const MB = 2 ** 20

/** Processor time of this thread, in ms. */
function worked(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}

/** Shorter turns belong to a waiting thread, in ms. */
const IDLE = 0.3

/** The longest turn of the event loop until `work` is done, and the total, in ms of processor time. */
async function turnsOf<T>(work: Promise<T>): Promise<{ longest: number; whole: number; result: T }> {
  let done = false
  void work.finally(() => (done = true)).catch(() => undefined)
  let longest = 0
  let whole = 0
  while (!done) {
    const before = worked()
    await nextTurn()
    const turn = worked() - before
    longest = Math.max(longest, turn)
    if (turn > IDLE) whole += turn
  }
  return { longest, whole, result: await work }
}

type Files = { kind: string; text: string; map?: string }

/** The body of an upload, made before turns are measured: the test's own work is in this thread too. */
async function bodyOf({ kind, text, map }: Files): Promise<{ type: string; bytes: Buffer }> {
  const form = new FormData()
  form.set('kind', kind)
  form.set('skipUnknown', 'true')
  form.set('file', new Blob([text]), 'file')
  if (map !== undefined) form.set('map', new Blob([map]), 'map.csv')
  const made = new Response(form)
  return { type: made.headers.get('Content-Type') ?? '', bytes: Buffer.from(await made.arrayBuffer()) }
}

const PIECE = 64 * 1_024

/** Sends it in pieces, as a browser does, each in a turn of its own. */
async function upload({ type, bytes }: Awaited<ReturnType<typeof bodyOf>>): Promise<string> {
  let sentBytes = 0
  const body = new ReadableStream({
    async pull(controller) {
      await nextTurn()
      controller.enqueue(bytes.subarray(sentBytes, (sentBytes += PIECE)))
      if (sentBytes >= bytes.length) controller.close()
    },
  })
  const sent = await fetch(`${fixture.store.url}/imports`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${fixture.admin.token}`, 'Content-Type': type },
    body,
    duplex: 'half',
  } as RequestInit)
  expect(sent.status).toBe(201)
  return ((await sent.json()) as { insertedId: string }).insertedId
}

/** The import after it has ended: polls like the screen. */
async function settled(id: string): Promise<ImportDetails> {
  for (;;) {
    const { body } = await fixture.admin.call('GET', `/imports/${id}`)
    if (!isRunning(body.status)) return body
    await delay(50)
  }
}

const uploadAndCheck = async (body: Awaited<ReturnType<typeof bodyOf>>) => settled(await upload(body))

async function change(id: string, action: 'apply' | 'undo'): Promise<ImportDetails> {
  expect(await fixture.admin.call('PATCH', `/imports/${id}`, { action })).toMatchObject({ status: 200 })
  return settled(id)
}

const line = (n: number) =>
  `IM-${n},"Brake Pads, Set ${n}",Maker ${n % 400},Brakes,"Made for daily driving, ${n % 977} mm wide.",${10 + (n % 90)}.50,${n % 300},1,${fixture.picture}\n`
const app = (n: number) =>
  `<App action="A" id="${n}"><Years from="2001" to="2004"/><Make>Honda</Make><Model>Civic</Model><Note>Only with package ${n}</Note><Qty>1</Qty><PartType id="1896"/><Part>IM-${n % 9_000}</Part></App>\n`
const repeated = (of: (n: number) => string) => {
  const one = of(10_000).length
  return Array.from({ length: Math.floor((15 * MB) / one) }, (_, n) => of(n)).join('')
}

/** Garbage may be collected in any turn: a turn that is long because of its work is long each time. */
const MEASURED = 3

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
  // Warm-up: compiles and connects.
  await uploadAndCheck(await bodyOf({ kind, text: text.slice(0, 100_000) }))
  const before = worked()
  atOnce(text)
  const whole = worked() - before
  const body = await bodyOf({ kind, text })
  let longest = Infinity
  for (let i = 0; i < MEASURED && longest >= whole; i += 1)
    longest = Math.min(longest, (await turnsOf(uploadAndCheck(body))).longest)
  expect(longest, `of ${whole} ms for all at once`).toBeLessThan(whole)
})

const times = (count: number, of: (n: number) => string) =>
  Array.from({ length: count }, (_, n) => of(n)).join('')

/** Adds parts with the numbers of a series. */
async function stock(series: string, count: number): Promise<void> {
  const parts = Array.from({ length: count }, (_, n) => ({
    picture: fixture.picture,
    name: `Part ${n}`,
    about: 'Text.',
    price: 1,
    available: 5,
    minOrder: 1,
    partNumber: `${series}-${n}`,
  }))
  await insertProducts(fixture.store.db, null, parts)
}

const APPS = 40_000
const civic = (note: number, part: string) =>
  `<App action="A" id="${note}"><BaseVehicle id="${note % 40}"/><Note>Package ${note}</Note><Qty>1</Qty><PartType id="${note}"/><Part>${part}</Part></App>\n`
const acesOf = (part: (n: number) => string) =>
  `<ACES version="4.2"><Header><SubmissionType>UPDATE</SubmissionType></Header>${times(APPS, (n) => civic(n, part(n)))}<Footer><RecordCount>${APPS}</RecordCount></Footer></ACES>`
const map = `base_vehicle_id,make,model,year\n${times(20_000, (n) => `${n},Honda,Civic,${2000 + (n % 20)}\n`)}`
const numbersOf = (item: number) =>
  times(
    500,
    (n) =>
      `<PartInterchange BrandLabel="Brand ${n}"><PartNumber>O-${item}-${n}</PartNumber></PartInterchange>`,
  )
const piesOf = (count: number, of: (n: number) => string) =>
  `<PIES><Items>${times(count, (n) => `<Item><PartNumber>${of(n)}</Item>\n`)}</Items><Trailer><ItemCount>${count}</ItemCount></Trailer></PIES>`

/**
 * Maximum share of one turn in the whole work. Working on all lines of a part, or on 100 parts, at a time
 * exceeds it.
 */
const SHARE = 1 / 60
test.each([
  {
    name: 'an ACES file, all of one part',
    kind: 'aces',
    series: 'TA',
    parts: 1,
    of: () => acesOf(() => 'TA-0'),
    map,
  },
  {
    name: 'a PIES file with 500 numbers of others for each part',
    kind: 'pies',
    series: 'TC',
    parts: 100,
    of: () =>
      piesOf(100, (n) => `TC-${n}</PartNumber><PartInterchangeInfo>${numbersOf(n)}</PartInterchangeInfo>`),
  },
  {
    name: 'a PIES file of 3,000 parts',
    kind: 'pies',
    series: 'TD',
    parts: 3_000,
    of: () => piesOf(3_000, (n) => `TD-${n}</PartNumber><BrandLabel>Maker ${n % 400}</BrandLabel>`),
  },
  {
    name: 'a CSV file of 3,000 parts',
    kind: 'products',
    series: 'TE',
    parts: 3_000,
    of: () => `partNumber,name,price,available\n${times(3_000, (n) => `TE-${n},New name ${n},2.50,7\n`)}`,
  },
])('$name is checked, applied and undone in short turns', async ({ kind, series, parts, of, map: mapOf }) => {
  const files = { kind, text: of(), ...(mapOf !== undefined && { map: mapOf }) }
  await stock(series, parts)
  const shares = { checked: 1, applied: 1, undone: 1 }
  for (let i = 0; i < MEASURED && Math.max(...Object.values(shares)) >= SHARE; i += 1) {
    const steps = await checkApplyAndUndo(files, parts)
    const whole = steps.checked.whole + steps.applied.whole + steps.undone.whole
    for (const step of ['checked', 'applied', 'undone'] as const)
      shares[step] = Math.min(shares[step], steps[step].longest / whole)
  }
  for (const [step, share] of Object.entries(shares)) expect(share, step).toBeLessThan(SHARE)
})

async function checkApplyAndUndo(files: Files, parts: number) {
  const id = await upload(await bodyOf(files))
  const checked = await turnsOf(settled(id))
  expect(checked.result).toMatchObject({ status: 'checked', counts: { refused: 0 } })
  const applied = await turnsOf(change(id, 'apply'))
  expect(applied.result.status).toBe('applied')
  const undone = await turnsOf(change(id, 'undo'))
  expect(undone.result).toMatchObject({ status: 'undone', undoReport: { restored: parts, kept: [] } })
  return { checked, applied, undone }
}
