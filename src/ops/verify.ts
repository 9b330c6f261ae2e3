import pLimit from 'p-limit'
import type pg from 'pg'
import type { Config } from '#config/config.ts'
import { readConfig } from '#config/env.ts'
import { INVARIANTS, type Invariant, SIMULATOR_INVARIANTS } from '#db/invariants.ts'
import {
  type PaymentProvider,
  type ProviderIntent,
  ProviderError,
} from '#domain/payments/payment-provider.ts'
import { createStripePayments } from '#integrations/payments/stripe.ts'
import { checkPictureFiles } from './check-picture-files.ts'
import type { Finding } from './finding.ts'
import { openSnapshot, openStoreDatabase, readArguments, runCommand } from './open-database.ts'

const HELP = `Use: npx driveline verify

Checks what must always be true of orders, stock and money on the live database, and prints one line each.
Exits with 1 on a breach. It only reads, so the store may be running.`

/** Maximum breaches printed per rule; all are counted. */
const MAX_SHOWN_BREACHES = 5
/** Concurrent requests to the provider. */
const MAX_CONCURRENT_REQUESTS = 8
/** Intents in a page of the provider's list. */
const INTENTS_PER_PAGE = 100
/** Allowed skew of the provider's clock against the database's. */
const MAX_CLOCK_DIFFERENCE_MS = 86_400_000

/** Checks the rules by queries on this connection; call it inside one snapshot. */
export async function checkRules(client: pg.ClientBase, rules: readonly Invariant[]): Promise<Finding[]> {
  const findings: Finding[] = []
  const counted = new Map<string, string>()
  for (const { name, sentence, counts, breaches } of rules) {
    const { rows: found } = await client.query<{ breach: string }>(
      `select breach from (${breaches}) as rule (breach)`,
    )
    const rows = counted.get(counts) ?? (await countRows(client, counts))
    counted.set(counts, rows)
    const checked = `${rows} ${counts.split(' ', 1)[0]?.replace('pg_trigger', 'triggers') ?? ''}`
    findings.push({ name, sentence, checked, breaches: found.map(({ breach }) => breach) })
  }
  return findings
}

async function countRows(client: pg.ClientBase, what: string): Promise<string> {
  const { rows } = await client.query<{ n: string }>(`select count(*) as n from ${what}`)
  return rows[0]?.n ?? '0'
}

/** An order paid according to our database. */
type PaidOrder = { id: string; total_cents: number; transaction_id: string; placed_at: Date }

/**
 * Checks every paid order with the card provider (I2b). Used with Stripe; the simulator's tables are in our
 * own database. A payment that the provider cannot confirm counts as a breach.
 */
async function checkPaidOrders(payments: PaymentProvider, paid: readonly PaidOrder[]): Promise<Finding> {
  const left = await findUnconfirmed(payments, paid)
  const breaches = await pLimit(MAX_CONCURRENT_REQUESTS).map(left, async (order) => {
    const problem = await problemOf(payments, order)
    return problem === null ? [] : [`order ${order.id}: ${problem}`]
  })
  return {
    name: 'I2b',
    sentence:
      'the card provider (Stripe) reports each paid order’s payment as succeeded, with its total in USD',
    checked: `${paid.length} orders`,
    breaches: breaches.flat(),
  }
}

/**
 * Reads the provider's list of intents, 100 a call, back to the oldest of these orders.
 * @returns the orders that it did not confirm: all of them if it cannot be read.
 */
async function findUnconfirmed(payments: PaymentProvider, paid: readonly PaidOrder[]): Promise<PaidOrder[]> {
  const left = new Set(paid)
  const ordersOf = Map.groupBy(paid, (order) => order.transaction_id)
  const oldest = paid.reduce((least, { placed_at: placed }) => Math.min(least, placed.getTime()), Date.now())
  let listed = 0
  try {
    for await (const intent of payments.listIntents(new Date(oldest - MAX_CLOCK_DIFFERENCE_MS))) {
      for (const order of ordersOf.get(intent.id) ?? []) if (proves(intent, order)) left.delete(order)
      listed += 1
      // Other shops may share the account: a page of theirs costs as much as a request for one order.
      if (left.size <= listed / INTENTS_PER_PAGE) break
    }
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
  }
  return [...left]
}

function proves(intent: ProviderIntent, order: PaidOrder): boolean {
  return (
    intent.state === 'succeeded' &&
    intent.amountCents === order.total_cents &&
    intent.currency === 'usd' &&
    intent.orderId === order.id
  )
}

async function problemOf(payments: PaymentProvider, order: PaidOrder): Promise<string | null> {
  try {
    const intent = await payments.retrieveIntent(order.transaction_id)
    return proves(intent, order)
      ? null
      : `${intent.id} is ${intent.state}, ${intent.amountCents} ${intent.currency}, for order ${intent.orderId}`
  } catch (error) {
    if (error instanceof ProviderError) return `${order.transaction_id}: ${error.message}`
    throw error
  }
}

/** Runs all checks that these settings allow on this database. */
export async function verifyStore(config: Config, databaseUrl: string): Promise<Finding[]> {
  await using client = await openSnapshot(databaseUrl, 'driveline-verify')
  // Count a million orders in memory, without parallel workers that would slow down the running store.
  await client.query(
    `set local work_mem = '64MB'; set local max_parallel_workers_per_gather = 0; set local jit = off`,
  )
  const host = config.IMAGE_HOST_URL ? `https://${new URL(config.IMAGE_HOST_URL).host}/` : ''
  await client.query(`select set_config('driveline.image_host', $1, true)`, [host])
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_PUBLISHABLE_KEY: publishableKey } = config
  if (!secretKey) return await checkRules(client, [...INVARIANTS, ...SIMULATOR_INVARIANTS])
  const findings = await checkRules(client, INVARIANTS)
  const { rows: paid } = await client.query<PaidOrder>(
    `select p.id, p.total_cents, transaction_id, placed_at
     from purchases p join orders o on o.id = p.id where transaction_id is not null`,
  )
  await client.query('commit')
  const payments = createStripePayments({
    secretKey,
    publishableKey: publishableKey ?? '',
    // Verify receives no webhooks.
    webhookSecrets: [],
    apiBase: () => config.STRIPE_API_BASE ?? null,
    browserApiBase: null,
    timeoutMs: config.PROVIDER_TIMEOUT_MS,
  })
  return [...findings, await checkPaidOrders(payments, paid)]
}

export function describeFinding({ name, sentence, checked, breaches }: Finding): string {
  if (breaches.length === 0) return `✓ ${name.padEnd(6)} ${sentence} (${checked})`
  const more =
    breaches.length > MAX_SHOWN_BREACHES ? [`… and ${breaches.length - MAX_SHOWN_BREACHES} more`] : []
  const lines = [...breaches.slice(0, MAX_SHOWN_BREACHES), ...more].map((line) => `\n         ${line}`)
  return `✗ ${name.padEnd(6)} ${sentence} (${checked}, ${breaches.length} in breach)${lines.join('')}`
}

/** I2a before I2b before I10a; rules without a number last. */
function byNumber(a: Finding, b: Finding): number {
  const number = ({ name }: Finding) => Number(/^I(\d+)/.exec(name)?.[1] ?? Number.MAX_SAFE_INTEGER)
  return number(a) - number(b) || a.name.localeCompare(b.name)
}

if (import.meta.main) {
  await runCommand(HELP, async () => {
    readArguments(HELP, {})
    const config = readConfig()
    await using database = await openStoreDatabase(config)
    const findings = [
      ...(await verifyStore(config, database.url)),
      await checkPictureFiles(database.pool, config.DATA_DIR),
    ]
    for (const finding of findings.toSorted(byNumber)) console.log(describeFinding(finding))
    const broken = findings.filter(({ breaches }) => breaches.length > 0).length
    console.log(
      broken === 0
        ? `All ${findings.length} rules hold.`
        : `${broken} of ${findings.length} rules are broken. Nothing was changed. Check the rows above before you continue to sell.`,
    )
    return broken === 0
  })
}
