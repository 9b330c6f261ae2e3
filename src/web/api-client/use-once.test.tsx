import { renderToString } from 'react-dom/server'
import { afterEach, expect, test, vi } from 'vitest'
import { addReview } from '#contract/reviews.ts'
import { hideReview } from '#contract/reviews.ts'
import { useOnce } from './use-once.ts'

afterEach(() => vi.unstubAllGlobals())

/** The function of the hook, and the idempotency keys of the requests that it sends. */
function openOnce(respond: (at: number) => Response | Error) {
  const keys: (string | null)[] = []
  vi.stubGlobal('localStorage', { getItem: () => 'token', setItem: () => undefined })
  vi.stubGlobal('fetch', async (_: string, { headers }: RequestInit) => {
    keys.push(new Headers(headers).get('idempotency-key'))
    const response = respond(keys.length)
    if (response instanceof Error) throw response
    return response
  })
  const rendered: ReturnType<typeof useOnce>[] = []
  function Screen({ onRender }: { onRender: (once: ReturnType<typeof useOnce>) => void }) {
    onRender(useOnce())
    return null
  }
  renderToString(<Screen onRender={(once) => rendered.push(once)} />)
  const [once] = rendered
  if (!once) throw new Error('not rendered')
  return { once, keys }
}

const body = { name: 'Mira', rating: 5, text: 'Good' }
const other = { ...body, text: 'Better' }
const added = () => Response.json({ insertedId: '1' }, { status: 201 })
const lost = () => new TypeError('Failed to fetch')
const refused = (code: string) =>
  Response.json(
    { code, detail: 'No.' },
    { status: 422, headers: { 'content-type': 'application/problem+json' } },
  )

test('a retry after a lost response has the key of the first attempt, even after another body was tried', async () => {
  const { once, keys } = openOnce((at) => (at <= 2 ? lost() : added()))
  await expect(once(addReview, { body })).rejects.toThrow('reach the store')
  await expect(once(addReview, { body: other })).rejects.toThrow('reach the store')
  await once(addReview, { body })
  await once(addReview, { body })
  const [first, second, retry, again] = keys
  expect(first).toMatch(/^[0-9a-f]{32}$/)
  expect(retry).toBe(first)
  expect(new Set([first, second, again]).size).toBe(3)
})

test('a refusal that the store has stored under a key is not repeated with it', async () => {
  const { once, keys } = openOnce(() => refused('insufficient_stock'))
  await expect(once(addReview, { body })).rejects.toThrow('No.')
  await expect(once(addReview, { body })).rejects.toThrow('No.')
  expect(new Set(keys).size).toBe(2)
})

test('a call that accepts no key is sent without one', async () => {
  const { once, keys } = openOnce(() => Response.json({ modifiedCount: 1 }))
  await once(hideReview, { params: { id: 'a' }, body: { hidden: true } })
  expect(keys).toEqual([null])
})
