import { expect, test } from 'vitest'
import { UNQUALIFIED } from '#domain/vehicles/fitment.ts'
import { compareFitments, type StoredFitment } from './compare-fitments.ts'

const { source: _, ...unqualified } = UNQUALIFIED
const fitmentOf = (n: number) => ({
  ...unqualified,
  make: 'Honda',
  model: 'Civic',
  variant: null,
  engine: null,
  note: `Package ${n}`,
  quantity: n % 5 || null,
})

/** Deletes all fitments of a part that came from files. */
function deleteAll(count: number) {
  const stored = Array.from({ length: count }, (_, n): StoredFitment => ({
    ...fitmentOf(n),
    id: n,
    yearFrom: 2001,
    yearTo: 2004,
    source: 'aces',
  }))
  const deleted = stored.map(({ id }) => ({
    fitment: { ...fitmentOf(id), quantity: null },
    years: new Map([2001, 2002, 2003, 2004].map((year) => [year, id])),
  }))
  return compareFitments(stored, { added: [], deleted }, 'UPDATE')
}

test('deletes a line regardless of its quantity', async () => {
  const { remove, add, nothingToDelete } = await deleteAll(7)
  expect(remove.map(({ id }) => id)).toEqual([0, 1, 2, 3, 4, 5, 6])
  expect({ add, nothingToDelete }).toEqual({ add: [], nothingToDelete: [] })
})

test('takes about ten times as long for ten times the deletions of one part', async () => {
  const worked = async (count: number) => {
    const before = process.threadCpuUsage()
    await deleteAll(count)
    return process.threadCpuUsage(before).user
  }
  await worked(1_000)
  // Comparing every line with every other would take a hundred times as long.
  expect((await worked(20_000)) / (await worked(2_000))).toBeLessThan(40)
})
