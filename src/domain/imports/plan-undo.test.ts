import { expect, test } from 'vitest'
import type { ProductRow } from '#domain/products/product-queries.server.ts'
import { type Fitment, UNQUALIFIED } from '#domain/vehicles/fitment.ts'
import type { JournalEntry } from './import-journal.server.ts'
import { planUndo, planVehiclesUndo, type UndoPlan, type Usage } from './plan-undo.server.ts'

const productId = '6f1f7a51-6c6b-4dbb-9e5b-6a3f7d1c2b10'
const row: ProductRow = {
  id: productId,
  picture: '/images/a.webp',
  more_pictures: '',
  name: 'Brake pads',
  about: 'Four pads.',
  brand: 'Bosch',
  category: 'Brakes',
  part_number: 'BP-1',
  slug: 'brake-pads',
  price_cents: 2000,
  list_price_cents: null,
  available: 5,
  min_order: 1,
  unit: 'piece',
  condition: 'new',
  gtin: '',
  weight_grams: null,
  oversize: false,
  dangerous: false,
  core_cents: 0,
  taxed: true,
  returnable: true,
  bin: '',
  specifications: {},
  hidden: false,
  created_at: new Date(0),
  changed_at: new Date(0),
  deleted_at: null,
}
const unused: Usage = { ordered: false, vehicles: false, numbers: false }
const nothing: UndoPlan = { edits: [], isDeleted: false, numbers: [], vehicles: null, kept: [] }

const added: JournalEntry = { productId, kind: 'added', after: { name: 'Brake pads', price: 20 } }
const repriced: JournalEntry = {
  productId,
  kind: 'changed',
  before: { name: 'Pads', price: 30 },
  after: { name: 'Brake pads', price: 20 },
}
const endedSale: JournalEntry = { ...repriced, before: { price: 15, listPrice: 18 }, after: { price: 20 } }
const number = { kind: 'OE', number: 'A 123' } as const
const numbered: JournalEntry = { productId, kind: 'number', after: number }

const fitment = (year: number, more: Partial<Fitment> = {}): Fitment => ({
  ...UNQUALIFIED,
  make: 'Honda',
  model: 'Civic',
  variant: null,
  engine: null,
  yearFrom: year,
  yearTo: year,
  source: 'aces',
  ...more,
})

test.each<[string, Partial<ProductRow>, JournalEntry, Usage | undefined, Partial<UndoPlan>]>([
  ['deletes a part as it was added', {}, added, unused, { isDeleted: true }],
  [
    'leaves an added part that was ordered, even if it was changed, too',
    { name: 'Pads' },
    added,
    { ...unused, ordered: true },
    { kept: ['Not deleted: it has been ordered in the meantime.'] },
  ],
  [
    'leaves an added part with another value',
    { price_cents: 2100 },
    added,
    unused,
    { kept: ['Not deleted: it has been changed in the meantime (price).'] },
  ],
  [
    'leaves an added part with a fact that the files of its time did not contain',
    { weight_grams: 800, taxed: false },
    added,
    unused,
    { kept: ['Not deleted: it has been changed in the meantime (weight, taxed).'] },
  ],
  [
    'leaves an added part with what no file contains',
    { unit: 'pair', list_price_cents: 3000 },
    added,
    { ordered: false, vehicles: true, numbers: true },
    { kept: ['Not deleted: it has been changed in the meantime (unit, sale price, vehicles, numbers).'] },
  ],
  ['is silent about an added part that is deleted already', { deleted_at: new Date(0) }, added, unused, {}],
  [
    'puts the values back that an import changed',
    {},
    repriced,
    undefined,
    { edits: [{ id: productId, given: { name: 'Pads', price: 30 } }] },
  ],
  [
    'leaves a value that has changed since, and puts the others back',
    { price_cents: 2100 },
    repriced,
    undefined,
    {
      edits: [{ id: productId, given: { name: 'Pads' } }],
      kept: ['Changed in the meantime, and left as it is: price.'],
    },
  ],
  [
    'edits nothing when every value has changed since',
    { name: 'Disc', price_cents: 2100 },
    repriced,
    undefined,
    { kept: ['Changed in the meantime, and left as it is: name, price.'] },
  ],
  [
    'says that a changed part has been deleted',
    { deleted_at: new Date(0) },
    repriced,
    undefined,
    { kept: ['It has been deleted in the meantime.'] },
  ],
  [
    'restores a sale that the price had ended',
    {},
    endedSale,
    undefined,
    { edits: [{ id: productId, given: { price: 15, listPrice: 18 } }] },
  ],
  [
    'leaves a newer sale',
    { list_price_cents: 2500 },
    endedSale,
    undefined,
    { edits: [{ id: productId, given: { price: 15 } }] },
  ],
  [
    'restores no sale of a price that has changed since',
    { price_cents: 2100 },
    endedSale,
    undefined,
    { kept: ['Changed in the meantime, and left as it is: price.'] },
  ],
  ['deletes a number that an import added', {}, numbered, undefined, { numbers: [number] }],
])('an undo %s', (_what, now, entry, usage, plan) => {
  expect(planUndo({ ...row, ...now }, [entry], usage)).toEqual({ ...nothing, ...plan })
})

test('an undo joins the vehicles of a part that are in several rows of the journal', () => {
  const entry = { productId, kind: 'vehicles' as const, before: [], after: [] }
  const plan = planUndo(row, [
    { ...entry, before: [fitment(2001)] },
    { ...entry, before: [fitment(2002)] },
    { ...entry, after: [fitment(2003)] },
  ])
  const vehicles = { before: [fitment(2001), fitment(2002)], after: [fitment(2003)] }
  expect(plan).toEqual({ ...nothing, vehicles })
})

test.each<[string, Fitment[], number[], number[], number]>([
  ['exchanges the fitments', [fitment(2010), fitment(2011)], [2001], [2010, 2011], 0],
  ['adds none that is stored already', [2001, 2010, 2011].map((year) => fitment(year)), [], [2010, 2011], 0],
  ['leaves others of the part', [2010, 2011, 2020].map((year) => fitment(year)), [2001], [2010, 2011], 0],
  ['keeps all fitments of a vehicle of which a new one is gone', [fitment(2010)], [], [], 1],
  ['misses one with another quantity', [fitment(2010), fitment(2011, { quantity: 2 })], [], [], 1],
])('an undo of vehicles %s', async (_what, now, add, remove, missing) => {
  const stored = now.map((each, id) => ({ ...each, id }))
  const change = { before: [fitment(2001)], after: [fitment(2010), fitment(2011)] }
  const plan = await planVehiclesUndo(stored, change)
  const yearsOf = (fitments: readonly Fitment[]) => fitments.map(({ yearFrom }) => yearFrom)
  expect(plan.missing).toBe(missing)
  expect({ add: yearsOf(plan.add), remove: yearsOf(plan.remove) }).toEqual({ add, remove })
})
