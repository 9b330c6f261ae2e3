import { expect, test } from 'vitest'
import { callUrl } from './api-client.ts'
import { problemFrom, problemText } from './api-problem.ts'

test('a call’s path gets its parameters, encoded', () => {
  expect(callUrl('/user/{email}', { email: 'a b+c@demo.test' })).toBe('/user/a%20b%2Bc%40demo.test')
})

test('a call’s query leaves out what was not chosen', () => {
  expect(callUrl('/vehicles', {}, { make: 'Volvo', year: undefined, model: '' })).toBe('/vehicles?make=Volvo')
})

test('a refusal of the API becomes a problem with its sentence, code and wrong fields', async () => {
  const errors = [
    { field: 'orderQty', code: 'too_small', message: 'Your Order less Than Our Minimum Order Requirement' },
  ]
  const answer = Response.json(
    {
      title: 'Unprocessable',
      status: 422,
      detail: errors[0]?.message,
      code: 'below_min_order',
      requestId: 'r1',
      errors,
    },
    { status: 422, headers: { 'content-type': 'application/problem+json' } },
  )
  const problem = await problemFrom(answer)
  expect(problem).toMatchObject({ status: 422, code: 'below_min_order', requestId: 'r1', errors })
  expect(problemText(problem)).toBe('Your Order less Than Our Minimum Order Requirement')
})

test('a response that is no problem document still gives a readable message', async () => {
  const problem = await problemFrom(new Response('<html>', { status: 502 }))
  expect(problem.status).toBe(502)
  expect(problemText(problem)).toMatch(/try again/i)
})
