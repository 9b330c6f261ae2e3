import { expect, test } from 'vitest'
import { ProviderProblem } from './payment-provider.ts'
import { workThrough } from './work-through.ts'

/** @returns whose turn came, when the second of three meets this error. */
async function turnsWith(error: Error): Promise<number[]> {
  const turns: number[] = []
  const work = async (item: number) => {
    turns.push(item)
    if (item === 2) throw error
  }
  await expect(workThrough([1, 2, 3], work)).rejects.toBe(error)
  return turns
}

test('a payment that the provider refuses is told of, and keeps no other from its turn', async () => {
  expect(await turnsWith(new ProviderProblem('failed', 'refused'))).toEqual([1, 2, 3])
})

test('a provider that does not answer is left alone for this round', async () => {
  expect(await turnsWith(new ProviderProblem('timeout', 'too slow'))).toEqual([1, 2])
  expect(await turnsWith(new ProviderProblem('unavailable', 'away'))).toEqual([1, 2])
})

test('trouble of our own ends the round', async () => {
  expect(await turnsWith(new Error('no database'))).toEqual([1, 2])
})
