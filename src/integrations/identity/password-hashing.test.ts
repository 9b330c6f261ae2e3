import { expect, test } from 'vitest'
import { OverloadedError } from '#db/database-failure.ts'
import { createPasswordHashing, hashesAtOnce } from './password-hashing.ts'

test('With two processors, one of them always serves requests; with any number, two concurrent hashes are enough', () => {
  expect([1, 2, 3, 4, 64].map(hashesAtOnce)).toEqual([1, 1, 2, 2, 2])
})

/** Hashing that ends on demand. */
function heldHashing() {
  const running: (() => void)[] = []
  let max = 0
  const run = async <T>(result: T) => {
    await new Promise<void>((resolve) => {
      running.push(resolve)
      max = Math.max(max, running.length)
    })
    return result
  }
  return {
    work: { hash: () => run('hash'), verify: () => run(true) },
    running: () => running.length,
    max: () => max,
    endOne: async () => {
      running.shift()?.()
      await new Promise(setImmediate)
    },
  }
}

test('Two passwords are hashed or checked at once, forty wait, and more are refused at once', async () => {
  const held = heldHashing()
  const { hash, verify } = createPasswordHashing(held.work, 2)
  const calls = Array.from({ length: 50 }, (_, n) =>
    n % 2
      ? hash('winding-road', `192.0.2.${n}`)
      : verify({ hash: 'hash', password: 'winding-road' }, `192.0.2.${n}`),
  )
  const outcomes = Promise.allSettled(calls)
  await new Promise(setImmediate)
  expect(held.running()).toBe(2)
  for (let done = 0; done < 42; done += 1) await held.endOne()
  const results = await outcomes
  expect(held.max()).toBe(2)
  expect(results.slice(0, 42).every(({ status }) => status === 'fulfilled')).toBe(true)
  for (const late of results.slice(42))
    expect(late).toMatchObject({ status: 'rejected', reason: expect.any(OverloadedError) })
})

test('A refused caller is accepted once a place is free, even after a failure', async () => {
  const held = heldHashing()
  let fails = true
  const { hash } = createPasswordHashing(
    {
      ...held.work,
      async hash() {
        const made = await held.work.hash()
        if (fails) throw new Error('out of memory')
        return made
      },
    },
    2,
  )
  const waiting = Array.from({ length: 42 }, (_, n) => hash('winding-road', `192.0.2.${n}`))
  const settled = Promise.allSettled(waiting)
  await expect(hash('winding-road', '198.51.100.1')).rejects.toThrow(OverloadedError)
  await held.endOne()
  fails = false
  const next = hash('winding-road', '198.51.100.1')
  for (let done = 0; done < 42; done += 1) await held.endOne()
  expect(await next).toBe('hash')
  expect((await settled).filter(({ status }) => status === 'rejected')).toHaveLength(1)
})
