import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { intentFor, payByCard, setFaults, simulatorOf } from '../support/card-payments.ts'
import { order, stockProduct } from '../support/orders.ts'
import { expectProblem } from '../support/problem.ts'
import { stripeAt } from '../support/running-simulator.ts'
import { openTestStore, type TestStore } from '../support/test-store.ts'
import { type User, signIn } from '../support/users.ts'

/** No webhook is sent: each test decides what the store learns. */
const NO_WEBHOOKS = 'lose-webhook=always'

describe('while the card provider', () => {
  let shaky: TestStore
  let buyer: User
  let productId: string

  beforeAll(async () => {
    shaky = await openTestStore({ PROVIDER_TIMEOUT_MS: '400', SIMULATOR_FAULTS: NO_WEBHOOKS })
    buyer = await signIn(shaky)
    productId = await stockProduct(shaky, { price: 12, available: 50 })
  })
  afterEach(() => setFaults(shaky, NO_WEBHOOKS))
  afterAll(() => shaky.close())

  const intentsOf = async (id: string) => {
    const { data } = await stripeAt(simulatorOf(shaky)).paymentIntents.list({ limit: 100 })
    return data.filter(({ metadata }) => metadata['order_id'] === id)
  }
  const requestIntent = (orderId: string) =>
    buyer.call('POST', '/create-payment-intent', { orderId, totalPrice: 12 })

  test('is too slow, the payment is refused with 504 and can be retried', async () => {
    const id = await order(buyer, productId)
    await setFaults(shaky, `${NO_WEBHOOKS};delay=600`)
    expectProblem(await requestIntent(id), 504, 'provider_timeout')
    await setFaults(shaky, NO_WEBHOOKS)
    // The provider may still be working on the first request, and refuses its key until it is done.
    await expect.poll(async () => (await requestIntent(id)).status).toBe(201)
    expect(await intentsOf(id)).toHaveLength(1)
  })

  test('sends a malformed response, the payment is refused, and can be retried', async () => {
    const id = await order(buyer, productId)
    await setFaults(shaky, `${NO_WEBHOOKS};nonsense=always`)
    expect([502, 504]).toContain((await requestIntent(id)).status)
    await setFaults(shaky, NO_WEBHOOKS)
    await expect.poll(async () => (await requestIntent(id)).status).toBe(201)
    expect(await intentsOf(id)).toHaveLength(1)
  })

  test('responds with another amount, the payment is found in its list, which has the real one', async () => {
    const id = await order(buyer, productId)
    await setFaults(shaky, `${NO_WEBHOOKS};amount=wrong,on=create`)
    await expect.poll(async () => (await requestIntent(id)).status).toBe(201)
    expect(await intentsOf(id)).toMatchObject([{ amount: 1200 }])
  })

  test('loses its response, the same payment is found again and charged once', async () => {
    const id = await order(buyer, productId)
    await setFaults(shaky, `${NO_WEBHOOKS};lose-reply=always,on=create`)
    expect([503, 504]).toContain((await requestIntent(id)).status)
    await setFaults(shaky, NO_WEBHOOKS)
    expect((await requestIntent(id)).status).toBe(201)
    expect(await intentsOf(id)).toHaveLength(1)
  })

  test('does not confirm in time, the order stays unpaid until the provider is back', async () => {
    const id = await order(buyer, productId)
    const intent = await intentFor(buyer, id)
    await payByCard(shaky, intent)
    await setFaults(shaky, `${NO_WEBHOOKS};delay=30000,on=retrieve`)
    expectProblem(
      await buyer.call('PATCH', `/order/${id}`, { transactionId: intent.id }),
      504,
      'provider_timeout',
    )
    expect((await buyer.call('GET', `/payment/${id}`)).body.paid).toBe(false)
    await setFaults(shaky, NO_WEBHOOKS)
    expect((await buyer.call('PATCH', `/order/${id}`, { transactionId: intent.id })).body).toEqual({
      modifiedCount: 1,
    })
  })

  // The last of these: afterwards the circuit to the provider is open for some seconds.
  test('is down, everything but paying works: browsing, profile, ordering, deleting orders without a payment', async () => {
    const tried = await order(buyer, productId)
    const untried = await order(buyer, productId)
    await intentFor(buyer, tried)
    await setFaults(shaky, `${NO_WEBHOOKS};delay=30000`)
    await Promise.all(Array.from({ length: 5 }, () => requestIntent(tried)))
    expectProblem(await requestIntent(tried), 503, 'provider_unavailable')
    expectProblem(await buyer.call('DELETE', `/order/${tried}`), 503, 'provider_unavailable')
    expect((await buyer.call('GET', `/payment/${tried}`)).body).toMatchObject({ paid: false })
    expect((await buyer.call('GET', `/product/${productId}`)).status).toBe(200)
    expect((await buyer.call('GET', `/user/${buyer.email}`)).status).toBe(200)
    expect((await signIn(shaky)).token).toBeTruthy()
    const before = (await buyer.call('GET', '/products')).body[0].available
    const placed = await order(buyer, productId, 3)
    expect((await buyer.call('GET', '/products')).body[0].available).toBe(before - 3)
    for (const id of [placed, untried]) expect((await buyer.call('DELETE', `/order/${id}`)).status).toBe(200)
    expect((await buyer.call('GET', '/products')).body[0].available).toBe(before + 1)
  })
})
