import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type RunningSimulator, runSimulator, secretKey } from '../../../tests/support/running-simulator.ts'
import { FaultSyntaxError, parseFaults } from './faults.ts'

describe('the text of faults', () => {
  test('once is used up by the call it hits, always is not', () => {
    const faults = parseFaults('error=once,lose-webhook=always')
    expect(faults.take('error', 'create')).toBe(0)
    expect(faults.take('error', 'create')).toBeUndefined()
    expect(faults.take('lose-webhook', 'create')).toBe(0)
    expect(faults.take('lose-webhook', 'create')).toBe(0)
    expect(faults.text()).toBe('lose-webhook=always')
  })

  test('a group can be limited to calls and times, and its text can be parsed again', () => {
    const text = 'delay=30000,on=create|confirm,times=2; amount=wrong'
    for (const faults of [parseFaults(text), parseFaults(parseFaults(text).text())]) {
      expect(faults.take('delay', 'cancel')).toBeUndefined()
      expect(faults.take('delay', 'create')).toBe(30_000)
      expect(faults.take('delay', 'confirm')).toBe(30_000)
      expect(faults.take('delay', 'create')).toBeUndefined()
      expect(faults.take('amount', 'retrieve')).toBe(0)
    }
  })

  test('off and an empty text mean no fault', () => {
    expect(parseFaults('error=off').take('error', 'create')).toBeUndefined()
    expect(parseFaults('').text()).toBe('')
  })

  test.each([
    'explode',
    'error=sometimes',
    'delay',
    'delay=-1',
    'delay=999999',
    'error=once,on=lunch',
    'times=x',
  ])('%s is refused with the valid syntax', (text) => {
    expect(() => parseFaults(text)).toThrow(FaultSyntaxError)
  })
})

describe('faults at run time', () => {
  let sim: RunningSimulator
  beforeAll(async () => {
    sim = await runSimulator('error=once,on=refund')
  })
  afterAll(() => sim.stop())
  const headers = { Authorization: `Bearer ${secretKey}` }
  const create = (fault?: string) =>
    fetch(`${sim.base}/v1/payment_intents`, {
      method: 'POST',
      body: 'amount=900&currency=usd',
      headers: fault === undefined ? headers : { ...headers, 'X-Simulator-Fault': fault },
    })

  test('are read and replaced only with the secret key', async () => {
    const read = async () => (await fetch(`${sim.base}/faults`, { headers })).json()
    expect(await read()).toEqual({ faults: 'error=1,on=refund' })
    const set = (body: string | URLSearchParams, more = {}) =>
      fetch(`${sim.base}/faults`, { method: 'POST', body, headers: { ...headers, ...more } })
    await set(new URLSearchParams({ faults: 'error=once,on=create' }))
    expect((await create()).status).toBe(500)
    expect((await create()).status).toBe(200)
    const json = { 'Content-Type': 'application/json' }
    await set('{"faults":"nonsense=always"}', json)
    expect(await (await create()).json()).not.toHaveProperty('id')
    expect((await set('{"faults":"explode"}', json)).status).toBe(400)
    expect((await set('{', json)).status).toBe(400)
    await set('{"faults":""}', json)
    expect(await read()).toEqual({ faults: '' })
    expect((await create()).status).toBe(200)
    expect((await fetch(`${sim.base}/faults`)).status).toBe(401)
    expect(
      (await fetch(`${sim.base}/faults`, { headers: { Authorization: 'Bearer pk_test_x' } })).status,
    ).toBe(401)
  })

  test('a lost response breaks the connection after the work is done, and the same key returns it', async () => {
    const keyed = (fault?: string) =>
      fetch(`${sim.base}/v1/payment_intents`, {
        method: 'POST',
        body: 'amount=901&currency=usd',
        headers: {
          ...headers,
          'Idempotency-Key': 'lost-1',
          ...(fault === undefined ? {} : { 'X-Simulator-Fault': fault }),
        },
      })
    await expect(keyed('lose-reply')).rejects.toThrow()
    const made = await sim.stripe.paymentIntents.list({ limit: 100 })
    expect(made.data.filter(({ amount }) => amount === 901)).toHaveLength(1)
    const response = await keyed()
    expect(response.headers.get('idempotent-replayed')).toBe('true')
    expect(await response.json()).toMatchObject({ id: made.data.find(({ amount }) => amount === 901)?.id })
  })

  test('change the amount, and cause errors without effect', async () => {
    expect(await (await create('amount')).json()).toMatchObject({ amount: 1000 })
    const before = (await sim.stripe.paymentIntents.list({ limit: 100 })).data.length
    expect((await create('error')).status).toBe(500)
    expect((await create('nothing-known')).status).toBe(400)
    expect((await sim.stripe.paymentIntents.list({ limit: 100 })).data).toHaveLength(before)
  })
})
