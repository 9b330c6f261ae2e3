import { sql } from 'kysely'
import { expect } from 'vitest'
import { readConfig } from '#config/env.ts'
import { sendDueRefunds } from '#domain/payments/send-refunds.server.ts'
import { verifyStore } from '../../src/ops/verify.ts'
import { postEvent, simulatorOf, webhookSecretOf } from './card-payments.ts'
import { secretKey } from './running-simulator.ts'
import { openSecondStore, openTestStore, type TestStore } from './test-store.ts'
import { type ApiResponse, type Caller, caller, type User } from './users.ts'

/**
 * Two stores on one database with one card provider (the first one's simulator), like two processes behind
 * one address: the caches of one are invisible to the other.
 */
export type StorePair = {
  /** The first store, whose simulator is the card provider of both. */
  first: TestStore
  /** The store of request `i`, alternating. */
  of(i: number): TestStore
  /** A client of this user at the store of request `i`. */
  by(person: User, i: number): Caller
  /** Sends a webhook to the store of request `i`. */
  postWebhook(event: string, i: number): Promise<ApiResponse>
  close(): Promise<void>
}

/** @param settings of both stores, in addition to those of every test. They share their secrets. */
export async function openStorePair(settings: Record<string, string> = {}): Promise<StorePair> {
  const shared = {
    ...settings,
    AUTH_SECRET: 'of-both-stores-0123456789-0123456789',
    // Hundreds of concurrent requests on a busy machine are slow even when the provider works.
    PROVIDER_TIMEOUT_MS: '30000',
  }
  const first = await openTestStore(shared)
  const webhookSecret = await webhookSecretOf(first)
  const second = await openSecondStore(first, {
    ...shared,
    STRIPE_SECRET_KEY: secretKey,
    STRIPE_PUBLISHABLE_KEY: 'pk_test_driveline_simulator',
    STRIPE_WEBHOOK_SECRET: webhookSecret,
    STRIPE_API_BASE: simulatorOf(first),
  })
  const of = (i: number) => (i % 2 === 0 ? first : second)
  return {
    first,
    of,
    by: (person, i) => caller(of(i), person.token),
    postWebhook: (event, i) => postEvent(of(i), event, { secret: webhookSecret }),
    async close() {
      await second.close()
      try {
        await expectNoDeadlocks(first)
      } finally {
        await first.close()
      }
    },
  }
}

/** The outcome of a response: the status, and the code of a refusal. */
export function outcomeOf({ status, body }: ApiResponse): string {
  return status < 400 ? String(status) : `${status} ${String(body?.code)}`
}

/** Counts responses by outcome. */
export function countOutcomes(responses: readonly ApiResponse[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const response of responses) counts[outcomeOf(response)] = (counts[outcomeOf(response)] ?? 0) + 1
  return counts
}

/**
 * Waits for all webhooks and refunds, then expects every rule of src/db/invariants.ts
 * to hold, and the provider's net charges to equal the sum of the paid purchases.
 */
export async function expectEveryRule(store: TestStore): Promise<void> {
  await expect
    .poll(async () => countOf(store, 'simulator.events where deliveries_due > 0'), {
      timeout: 20_000,
      interval: 20,
    })
    .toBe(0)
  await sendDueRefunds(store.shop)
  expect(await countOf(store, `refunds where state = 'due'`)).toBe(0)
  const findings = await verifyStore(readConfig({}), store.databaseUrl)
  expect(findings.filter(({ breaches }) => breaches.length > 0)).toEqual([])
  const money = await sql<{ kept: string; paid: string }>`
    select (select coalesce(sum(amount - amount_refunded), 0) from simulator.charges where status = 'succeeded') as kept,
           (select coalesce(sum(p.total_cents - p.refunded_cents), 0)
            from purchases p join orders o on o.id = p.id where paid_at is not null) as paid`.execute(
    store.db,
  )
  expect(money.rows[0]?.kept).toBe(money.rows[0]?.paid)
}

/** Two transactions that lock rows in different orders fail one of their requests: a fault of the store. */
async function expectNoDeadlocks(store: TestStore): Promise<void> {
  const counted = await sql<{ deadlocks: number }>`
    select deadlocks::int from pg_stat_database where datname = current_database()`.execute(store.db)
  expect(counted.rows, 'deadlocks in the database of both stores').toEqual([{ deadlocks: 0 }])
}

async function countOf(store: TestStore, rows: string): Promise<number> {
  const counted = await sql<{ n: number }>`select count(*)::int as n from ${sql.raw(rows)}`.execute(store.db)
  return counted.rows[0]?.n ?? 0
}
