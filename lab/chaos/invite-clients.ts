import { issueAccessToken, signInBuyers } from '../bench/bench-users.ts'
import { addProducts, behaveAsAdmin } from './admin.ts'
import type { ChaosDatabase } from './chaos-database.ts'
import { createClient, type RunState } from './client.ts'
import { behaveAsCustomer } from './customer.ts'
import { seededRandom } from './random.ts'

const PRODUCTS = 5
const ADMINS = 2
const CANDIDATES = 3
/** More units than any run sells. */
const PLENTY_OF_STOCK = [500_000, 500_000] as const

/**
 * Signs all clients in and creates products.
 * @param options.plenty the number of additional products whose stock does not run out.
 * @returns a function that runs the clients until aborted.
 */
export async function inviteClients(
  { seed, clients, plenty = 0 }: { seed: number; clients: number; plenty?: number },
  run: RunState,
  database: Pick<ChaosDatabase, 'url' | 'query'>,
): Promise<(until: AbortSignal) => Promise<void>> {
  const url = run.urls[0] ?? ''
  const buyers = await signInBuyers(url, database.url, clients + CANDIDATES)
  const candidates = buyers.slice(clients).map(({ email }) => email)
  const customers = buyers
    .slice(0, clients)
    .map((person, i) => createClient(person, run, seededRandom(seed, `customer ${i}`)))
  const account = { email: 'admin@demo.test', password: 'demo1234' }
  const token = await issueAccessToken(url, account.email, account.password)
  const [found] = await database.query<{ id: string }>('select id from accounts where email = $1', [
    account.email,
  ])
  const who = { ...account, id: found?.id ?? '', token }
  const admins = Array.from({ length: ADMINS }, (_, i) =>
    createClient(who, run, seededRandom(seed, `admin ${i}`)),
  )
  run.history.staff.push(who.id)
  const [first] = admins
  if (first)
    run.products = [
      ...(await addProducts(first, PRODUCTS)),
      ...(await addProducts(first, plenty, PLENTY_OF_STOCK)),
    ]
  return async (until: AbortSignal) => {
    await Promise.all([
      ...customers.map((customer) => behaveAsCustomer(customer, until)),
      ...admins.map((admin) => behaveAsAdmin(admin, candidates, until)),
    ])
  }
}
