import { sql } from 'kysely'
import { expect } from 'vitest'
import { readConfig } from '#config/env.ts'
import { refundPayments } from '#domain/payments/refund-payments.server.ts'
import { verifyStore } from '../../scripts/verify.ts'
import { type Answer, type Caller, caller, type Person } from './people.ts'
import { openStoreBeside, openTestStore, type TestStore } from './test-store.ts'

/** Two stores on one database, as two processes behind one address are: what one keeps in memory, the other does not know. */
export type StorePair = {
  first: TestStore
  second: TestStore
  /** The store of request `i`: they take turns. */
  of(i: number): TestStore
  /** This person's calls, at the store of request `i`. */
  by(person: Person, i: number): Caller
  close(): Promise<void>
}

/** @param env settings of both. They share the secret that signs cookies, as processes of one shop do. */
export async function openStorePair(env: Record<string, string> = {}): Promise<StorePair> {
  const shared = { AUTH_SECRET: 'of-both-stores-0123456789-0123456789', ...env }
  const first = await openTestStore(shared)
  const second = await openStoreBeside(first, shared)
  const of = (i: number) => (i % 2 === 0 ? first : second)
  return {
    first,
    second,
    of,
    by: (person, i) => caller(of(i), person.token),
    async close() {
      await second.close()
      await first.close()
    },
  }
}

/** What a contender was told: the status, and the code of a refusal. */
export function told({ status, body }: Answer): string {
  return status < 400 ? String(status) : `${status} ${String(body?.code)}`
}

/** How often each answer was given. */
export function tally(answers: readonly Answer[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const answer of answers) counts[told(answer)] = (counts[told(answer)] ?? 0) + 1
  return counts
}

/**
 * Waits until every webhook is delivered and every refund that is due was given, then expects every rule of scripts/invariants.ts
 * to hold, and the card provider to have kept exactly what the paid orders come to: no charge is forgotten there.
 */
export async function expectEveryRule(store: TestStore): Promise<void> {
  await expect
    .poll(async () => countOf(store, 'simulator.events where deliveries_due > 0'), {
      timeout: 20_000,
      interval: 20,
    })
    .toBe(0)
  await refundPayments(store.shop)
  expect(await countOf(store, `payments where refund_state = 'due'`)).toBe(0)
  const findings = await verifyStore(readConfig({}), store.databaseUrl)
  expect(findings.filter(({ breaches }) => breaches.length > 0)).toEqual([])
  const money = await sql<{ kept: string; paid: string }>`
    select (select coalesce(sum(amount - amount_refunded), 0) from simulator.charges where status = 'succeeded') as kept,
           (select coalesce(sum(total_cents), 0) from orders where paid_at is not null) as paid`.execute(
    store.db,
  )
  expect(money.rows[0]?.kept).toBe(money.rows[0]?.paid)
}

async function countOf(store: TestStore, rows: string): Promise<number> {
  const counted = await sql<{ n: number }>`select count(*)::int as n from ${sql.raw(rows)}`.execute(store.db)
  return counted.rows[0]?.n ?? 0
}
