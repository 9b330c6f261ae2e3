import { expect, test } from 'vitest'
import { createCircuitBreaker } from './circuit-breaker.ts'

function breakerAt() {
  const time = { now: 0 }
  return { time, breaker: createCircuitBreaker({ failures: 3, restMs: 1000, now: () => time.now }) }
}

test('three failures in a row open the circuit; a success in between resets the count', () => {
  const { breaker } = breakerAt()
  breaker.failed()
  breaker.failed()
  breaker.succeeded()
  breaker.failed()
  breaker.failed()
  expect(breaker.mayTry()).toBe(true)
  breaker.failed()
  expect(breaker.mayTry()).toBe(false)
})

test('after the pause one caller may probe; its success closes the circuit, its failure opens it again', () => {
  const { breaker, time } = breakerAt()
  for (let i = 0; i < 3; i += 1) breaker.failed()
  time.now = 1000
  expect(breaker.mayTry()).toBe(true)
  expect(breaker.mayTry()).toBe(false)
  breaker.failed()
  time.now = 1999
  expect(breaker.mayTry()).toBe(false)
  time.now = 2000
  expect(breaker.mayTry()).toBe(true)
  breaker.succeeded()
  expect(breaker.mayTry()).toBe(true)
  expect(breaker.mayTry()).toBe(true)
})

test('a caller that never reports does not leave the circuit open forever', () => {
  const { breaker, time } = breakerAt()
  for (let i = 0; i < 3; i += 1) breaker.failed()
  time.now = 1000
  expect(breaker.mayTry()).toBe(true)
  time.now = 2000
  expect(breaker.mayTry()).toBe(true)
})
