import { afterEach, expect, expectTypeOf, test, vi } from 'vitest'
import { placeOrder } from '#contract/orders.ts'
import { listProducts, showProduct, restockProduct } from '#contract/products.ts'
import { listVehicleChoices } from '#contract/vehicles.ts'
import { problemFrom, problemText } from '../api-problem.ts'
import { api, callUrl } from './api-client.ts'

test('a call’s path gets its parameters, encoded', () => {
  expect(callUrl('/user/{email}', { email: 'a b+c@demo.test' })).toBe('/user/a%20b%2Bc%40demo.test')
})

test('a call’s query omits unset values', () => {
  expect(callUrl('/vehicles', {}, { make: 'Volvo', year: undefined, model: '' })).toBe('/vehicles?make=Volvo')
})

test('a refusal of the API becomes a problem with its message, code and invalid fields', async () => {
  const errors = [
    { field: 'orderQty', code: 'too_small', message: 'Your Order less Than Our Minimum Order Requirement' },
  ]
  const response = Response.json(
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
  const problem = await problemFrom(response)
  expect(problem).toMatchObject({ status: 422, code: 'below_min_order', requestId: 'r1', errors })
  expect(problemText(problem)).toBe('Your Order less Than Our Minimum Order Requirement')
})

test('an error response that is not a problem document still has a readable message', async () => {
  const problem = await problemFrom(new Response('<html>', { status: 502 }))
  expect(problem.status).toBe(502)
  expect(problemText(problem)).toMatch(/try again/i)
})

afterEach(() => vi.unstubAllGlobals())

test('a response that breaks the contract is detected in development', async () => {
  const bodies = [{ makes: [] }, [{ make: 'Volvo' }], { level: 'make', choices: ['Volvo'] }, null]
  for (const body of bodies) {
    vi.stubGlobal('fetch', async () => Response.json(body))
    const holds = listVehicleChoices.response.safeParse(body).success
    const response = api(listVehicleChoices)
    if (holds) expect(await response).toEqual(body)
    else await expect(response).rejects.toThrow('invalid_type')
  }
})

/**
 * Never called: `npm run check` fails when one of these compiles, or one of the correct ones does not.
 */
export function onlyCompiled() {
  const order = { productId: 'p', orderQty: 1, customerPhone: '', customerAddress: '' }
  return [
    // @ts-expect-error the id is missing: this asked for /product/undefined.
    () => api(showProduct),
    // @ts-expect-error
    () => api(showProduct, {}),
    // @ts-expect-error another parameter
    () => api(showProduct, { params: { orderId: 'p' } }),
    // @ts-expect-error no order without a body
    () => api(placeOrder),
    // @ts-expect-error
    () => api(placeOrder, { idempotencyKey: 'k' }),
    // @ts-expect-error an order without its part
    () => api(placeOrder, { body: { orderQty: 1, customerPhone: '', customerAddress: '' } }),
    // @ts-expect-error
    () => api(placeOrder, { body: new FormData() }),
    // @ts-expect-error both are needed
    () => api(restockProduct, { body: { quantity: 1 } }),
    // @ts-expect-error a call without a body
    () => api(listProducts, { body: { quantity: 1 } }),
    () => api(showProduct, { params: { id: 'p' } }),
    () => api(placeOrder, { body: order }),
    () => api(restockProduct, { params: { id: 'p' }, body: { quantity: 1 } }),
    () => api(listProducts),
    () => api(listProducts, { query: { limit: 1 } }),
  ]
}

test('a response matches its schema', () => {
  expectTypeOf(api<typeof placeOrder>).returns.resolves.toEqualTypeOf<{
    insertedId: string
    number?: string | undefined
  }>()
})
