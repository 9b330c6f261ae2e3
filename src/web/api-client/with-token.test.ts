import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { listGarage } from '#contract/garage.ts'
import { accessToken, currentSession, currentSignedOutReason, saveSession } from '../session/session-store.ts'
import { api } from './api-client.ts'

const user = { email: 'buyer@demo.test', name: 'Buyer', emailVerified: true, role: 'customer' as const }
const expiresAt = '2040-01-01T00:00:00.000Z'
const garage = { vehicles: [] }

/** A browser's storage, in memory. */
function createStorage() {
  const items = new Map<string, string>()
  return {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  }
}

const refusal = (status: number) =>
  Response.json({ status, code: 'refused', detail: `Refused with ${status}.` }, { status })

/** Answers the call with `call(token)` and the renewal with `renewal()`; returns the requests. */
function answerWith(call: (token: string) => Response, renewal: () => Response | Promise<Response>) {
  const requests: string[] = []
  vi.stubGlobal('fetch', async (url: string, { method, headers }: RequestInit) => {
    const token = new Headers(headers).get('authorization')?.replace('Bearer ', '') ?? ''
    requests.push(`${method} ${url} ${token}`.trim())
    return method === 'PUT' ? renewal() : call(token)
  })
  return requests
}

const renewed = () => Response.json({ token: 'new', expiresAt, account: user })
const onlyWith = (valid: string) => (token: string) =>
  token === valid ? Response.json(garage) : refusal(401)

beforeEach(() => {
  vi.stubGlobal('localStorage', createStorage())
  vi.stubGlobal('sessionStorage', createStorage())
  vi.stubGlobal('document', {
    documentElement: { toggleAttribute: () => undefined },
    querySelector: () => null,
  })
  saveSession('old', { ...user, expiresAt })
})
afterEach(() => vi.unstubAllGlobals())

test('a call with a valid token is sent once', async () => {
  const requests = answerWith(onlyWith('old'), renewed)
  expect(await api(listGarage)).toEqual(garage)
  expect(requests).toEqual(['GET /garage old'])
})

test('a call whose token has expired renews it and is sent once more', async () => {
  const requests = answerWith(onlyWith('new'), renewed)
  expect(await api(listGarage)).toEqual(garage)
  expect(requests).toEqual(['GET /garage old', 'PUT /user/buyer%40demo.test', 'GET /garage new'])
  expect(accessToken()).toBe('new')
})

test('calls whose token expires together share one renewal', async () => {
  const requests = answerWith(onlyWith('new'), renewed)
  expect(await Promise.all([api(listGarage), api(listGarage)])).toEqual([garage, garage])
  expect(requests.filter((request) => request.startsWith('PUT'))).toHaveLength(1)
})

test('a call refused with the renewed token too ends the session', async () => {
  const requests = answerWith(() => refusal(401), renewed)
  await expect(api(listGarage)).rejects.toMatchObject({ status: 401 })
  expect(requests).toHaveLength(3)
  expect(currentSession().status).toBe('signed-out')
  expect(currentSignedOutReason()).toBe('session-ended')
  expect(accessToken()).toBeNull()
})

test.each([401, 403])('a renewal refused with %i ends the session', async (status) => {
  const requests = answerWith(onlyWith('new'), () => refusal(status))
  await expect(api(listGarage)).rejects.toMatchObject({ status: 401 })
  expect(requests).toHaveLength(2)
  expect(currentSignedOutReason()).toBe('session-ended')
  expect(accessToken()).toBeNull()
})

test.each([
  ['cannot be reached', async () => Promise.reject(new TypeError('Failed to fetch')), 0],
  ['is down', () => refusal(503), 503],
])('a renewal for which the store %s leaves the user signed in', async (_, renewal, status) => {
  answerWith(onlyWith('new'), renewal)
  await expect(api(listGarage)).rejects.toMatchObject({ status })
  expect(currentSession().status).toBe('signed-in')
  expect(accessToken()).toBe('old')
})

test('a refusal other than 401 needs no renewal', async () => {
  const requests = answerWith(() => refusal(403), renewed)
  await expect(api(listGarage)).rejects.toMatchObject({ status: 403 })
  expect(requests).toHaveLength(1)
  expect(currentSession().status).toBe('signed-in')
})
