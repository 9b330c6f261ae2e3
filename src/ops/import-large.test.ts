// Imports of many lines: how much memory they use, and how much work the database has.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { INVARIANTS } from '#db/invariants.ts'
import { PRODUCT_COLUMNS } from '#domain/imports/csv-product-columns.ts'
import { importProducts } from '#domain/imports/import-products.server.ts'
import type { PictureSource } from '#domain/imports/picture-source.ts'
import { readCsv } from '#domain/imports/read-csv.ts'
import { openTestStore, type TestStore } from '../../tests/support/test-store.ts'
import { importFromDisk } from './import.ts'

let store: TestStore
let folder: string
beforeAll(async () => {
  store = await openTestStore()
  folder = await mkdtemp(path.join(tmpdir(), 'import-'))
  await store.db
    .insertInto('images')
    .values({ key: KEY, width: 4, height: 4, uploaded_by: null, place: 'disk' })
    .execute()
})
afterAll(async () => {
  await rm(folder, { recursive: true })
  await store.close()
})

const KEY = `${'a'.repeat(32)}-4x4`
const PICTURE = `/images/${KEY}.webp`
const HEADER = PRODUCT_COLUMNS.join(',')
const anyPicture: PictureSource = {
  isFile: () => false,
  isOptional: () => false,
  asStored: (picture) => picture,
  check: () => Promise.resolve(new Map()),
  store: () => Promise.reject(new Error('There are no files')),
}

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

/** The peak of additional memory while this many lines are imported, and the size of their file, in bytes. */
async function peakOf(count: number, series: string, text: string): Promise<{ max: number; size: number }> {
  let size = 0
  async function* file() {
    size = 0
    yield Buffer.from(`${HEADER}\n`)
    for (let n = 0; n < count; n += 1) {
      const about = text.padEnd(4_900, 'x')
      const line = Buffer.from(`${series}-${n},Pads ${n},Wagner,Brakes,${about}${n},1.50,1,1,${PICTURE}\n`)
      size += line.length
      yield line
    }
  }
  const inUse = () => {
    collectGarbage()
    const { heapUsed, arrayBuffers } = process.memoryUsage()
    return heapUsed + arrayBuffers
  }
  const before = inUse()
  let max = 0
  await importProducts(store.db, () => readCsv(file(), PRODUCT_COLUMNS), {
    apply: true,
    pictures: anyPicture,
    journal: {
      actorId: null,
      reportProgress: () => Promise.resolve(void (max = Math.max(max, inUse() - before))),
      record: () => Promise.resolve(),
      begin: () => Promise.resolve(),
      finish: () => Promise.resolve(),
    },
  })
  return { max, size }
}

test('each statement is for hundreds of lines, whatever a line does', async () => {
  const file = path.join(folder, 'parts.csv')
  const write = (price: string, count = 1_000) =>
    writeFile(
      file,
      [
        HEADER,
        ...Array.from(
          { length: count },
          (_, n) => `ST-${n},Pads,Wagner,Brakes,Text.,${price},${n},1,${PICTURE}`,
        ),
      ].join('\n'),
    )
  const sent = async () => {
    const before = store.statements()
    const { ok, counts } = await importFromDisk(store.shop, file, { kind: 'products', apply: true })
    expect(ok).toBe(true)
    return { counts, statements: store.statements() - before }
  }
  await write('1')
  const added = await sent()
  expect(added.counts.added).toBe(1_000)
  await write('2')
  const changed = await sent()
  expect(changed.counts.changed).toBe(1_000)
  expect(Math.min(added.statements, changed.statements)).toBeGreaterThan(0)
  expect(Math.max(added.statements, changed.statements)).toBeLessThan(100)
})

test('all products that one statement changes are found by their new values', async () => {
  await sql`update products set name = 'Together ' || part_number where part_number like 'ST-%'`.execute(
    store.db,
  )
  const { rows } = await sql<{ count: string }>`
    select count(*) from product_search where words @@ to_tsquery('product_words', 'together')`.execute(
    store.db,
  )
  expect(rows).toEqual([{ count: '1000' }])
  for (const { name, breaches } of INVARIANTS)
    expect((await sql.raw(breaches).execute(store.db)).rows, name).toEqual([])
})

test('a file of new and changed parts is imported in less memory than its own size', async () => {
  // Warm-up: loads and compiles.
  await peakOf(1_000, 'WARM', 'a')
  await peakOf(1_000, 'WARM', 'b')
  for (const text of ['a', 'b']) {
    const { max, size } = await peakOf(10_000, 'MANY', text)
    // An import that held all lines would use at least the size of the file; this one uses a few copies of
    // one batch.
    expect(max, `of ${size} bytes`).toBeLessThan(size * 0.8)
  }
})
