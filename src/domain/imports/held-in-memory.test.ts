import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestStore, type TestStore } from '../../../tests/support/test-store.ts'
import { collectApplications } from './aces/collect-applications.ts'
import { createModelIndex } from './aces/find-model.ts'
import type { AcesRecord } from './aces/read-aces.ts'
import { openCommandJournal } from './open-journal.server.ts'
import { importPies } from './pies/import-pies.server.ts'
import type { PiesRecord } from './pies/read-pies.ts'

let store: TestStore
beforeAll(async () => {
  store = await openTestStore()
})
afterAll(() => store.close())

async function* repeated<T>(count: number, of: (at: number) => T): AsyncGenerator<T> {
  for (let at = 0; at < count; at += 1) yield of(at)
}

test('the model years of an ACES file are limited, however few applications it has', async () => {
  const value = (name: string, text: string) => ({ name, line: 1, id: '', text })
  const app = (at: number): AcesRecord => ({
    kind: 'app',
    line: at + 2,
    action: 'A',
    baseVehicle: null,
    make: value('Make', 'Honda'),
    model: value('Model', 'Civic'),
    years: { line: 1, from: '1984', to: '2026' },
    attributes: [],
    qualifiers: [],
    notes: [`Note ${at}`],
    quantity: null,
    partType: '1',
    position: null,
    part: { line: 1, number: 'A-1' },
  })
  const findModel = createModelIndex([
    { make: 'Honda', model: 'Civic', variants: [], years: new Map([[2006, []]]) },
  ])
  const known = {
    baseVehicles: new Map(),
    findModel,
    informationNotes: new Map(),
    listedYears: { from: 1984, to: 2026 },
    skipUnknown: false,
  }
  const { groups, problems } = await collectApplications(repeated(1_000_000, app), known)
  const years = groups.reduce((sum, group) => sum + group.years.size, 0)
  expect(years).toBeLessThan(2_000_100)
  expect(problems.list()).toContainEqual(expect.objectContaining({ code: 'too_many_applications' }))
  expect(problems.refused).toBeGreaterThan(0)
})

test('the total characters of the items of a PIES file are limited', async () => {
  const about = 'a'.repeat(1_000_000)
  const item = (at: number): PiesRecord => ({
    kind: 'item',
    line: at + 2,
    action: 'A',
    partNumber: `A-${at}`,
    brand: '',
    name: '',
    about: `${at}${about}`,
    price: '',
    minOrder: '',
    gtin: '',
    weight: '',
    dangerous: '',
    coreDeposit: '',
    interchange: [],
    attributes: [],
    leftOut: [],
  })
  let reads = 0
  const items = repeated(1_000, (at) => {
    reads += 1
    return item(at)
  })
  const journal = openCommandJournal('pies', 'large.xml')
  const report = await importPies(store.db, items, { apply: true, skipUnknown: true, journal })
  expect(report).toMatchObject({ ok: false })
  expect(report.problems).toContainEqual(expect.objectContaining({ code: 'too_large', line: reads + 1 }))
  expect(reads).toBeLessThan(100)
})
