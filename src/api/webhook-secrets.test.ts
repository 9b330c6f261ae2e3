import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventAbout, intentFor, postEvent } from '../../tests/support/card-payments.ts'
import { type ExternalProvider, runExternalProvider } from '../../tests/support/external-provider.ts'
import { order, stockProduct } from '../../tests/support/orders.ts'
import { expectProblem } from '../../tests/support/problem.ts'
import { openSecondStore, openTestStore, type TestStore } from '../../tests/support/test-store.ts'
import { signIn, type User } from '../../tests/support/users.ts'

// The signing secret of Stripe's webhook is rolled: the store has both the new and the previous one.
const OLD = 'whsec_old00000000000000000000000000'
const NEW = 'whsec_new00000000000000000000000000'
const OTHER = 'whsec_other000000000000000000000000'

let provider: ExternalProvider
let store: TestStore
let customer: User
const folder = mkdtempSync(path.join(tmpdir(), 'driveline-rolled-'))

beforeAll(async () => {
  provider = await runExternalProvider()
  const previous = path.join(folder, 'previous')
  writeFileSync(previous, `${OLD}\n`)
  store = await openTestStore({
    ...provider.env,
    STRIPE_WEBHOOK_SECRET: NEW,
    STRIPE_WEBHOOK_SECRET_PREVIOUS_FILE: previous,
  })
  customer = await signIn(store)
})
afterAll(async () => {
  await store.close()
  await provider.stop()
  rmSync(folder, { recursive: true })
})

/** An order that is paid at the provider, of which the store does not know yet. */
async function paidAtProvider(): Promise<{ id: string; event: string }> {
  const id = await order(customer, await stockProduct(store))
  const intent = await intentFor(customer, id)
  await provider.pay(intent)
  return { id, event: eventAbout(intent.id) }
}
const isPaid = async (id: string) => (await customer.call('GET', `/payment/${id}`)).body.paid

test.each([
  ['the new secret', NEW],
  ['the one before', OLD],
  ['both, as Stripe does while both are valid', [NEW, OLD]],
  ['both, the older first', [OLD, NEW]],
  ['one of them and one that the store does not know', [OTHER, OLD]],
])('An event signed by %s pays its order', async (_by, secret) => {
  const { id, event } = await paidAtProvider()
  expect((await postEvent(store, event, { secret })).status).toBe(200)
  expect(await isPaid(id)).toBe(true)
})

test('An event signed by neither, or too long ago by either, is refused and changes nothing', async () => {
  const { id, event } = await paidAtProvider()
  for (const signed of [
    { secret: OTHER },
    { secret: [OTHER, `${OLD}x`] },
    { secret: '' },
    { secret: OLD, ageS: 301 },
    { secret: NEW, ageS: 301 },
    { secret: [NEW, OLD], ageS: 301 },
  ])
    expectProblem(await postEvent(store, event, signed), 400, 'bad_signature')
  expect(await isPaid(id)).toBe(false)
})

test('A store without the previous secret refuses its events', async () => {
  const after = await openSecondStore(store, { ...provider.env, STRIPE_WEBHOOK_SECRET: NEW })
  try {
    const { id, event } = await paidAtProvider()
    expectProblem(await postEvent(after, event, { secret: OLD }), 400, 'bad_signature')
    expect(await isPaid(id)).toBe(false)
    expect((await postEvent(after, event, { secret: NEW })).status).toBe(200)
    expect(await isPaid(id)).toBe(true)
  } finally {
    await after.close()
  }
})
