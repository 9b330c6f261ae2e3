import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { DigestMap } from './digest-map.ts'

test('numbers are found by their texts, however many there are, and others are not', () => {
  const map = new DigestMap()
  for (let at = 1; at <= 100_000; at += 1) map.set(`part ${at}`, at)
  map.set('part 7', 8)
  const wrong = []
  for (let at = 1; at <= 100_000; at += 1) if (map.get(`part ${at}`) !== (at === 7 ? 8 : at)) wrong.push(at)
  expect(wrong).toEqual([])
  for (let at = 100_001; at <= 200_000; at += 1) if (map.has(`part ${at}`)) wrong.push(at)
  expect(wrong).toEqual([])
})

test('it takes less than half of the memory that the texts themselves take', () => {
  setFlagsFromString('--expose-gc')
  const collectGarbage = runInNewContext('gc') as () => void
  const inUse = () => {
    collectGarbage()
    const { heapUsed, arrayBuffers } = process.memoryUsage()
    return heapUsed + arrayBuffers
  }
  const bytesOf = (map: { set(text: string, value: number): unknown; has(text: string): boolean }) => {
    const before = inUse()
    for (let at = 1; at <= 200_000; at += 1) map.set(`9b0e7c5a-${at}-part`, at)
    const bytes = inUse() - before
    expect(map.has('9b0e7c5a-7-part')).toBe(true)
    return bytes
  }
  const texts = bytesOf(new Map<string, number>())
  expect(bytesOf(new DigestMap()), `beside ${texts} bytes`).toBeLessThan(texts / 2)
})
