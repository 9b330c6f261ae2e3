import pg from 'pg'
import { expect } from 'vitest'
import { INVARIANTS, SIMULATOR_INVARIANTS } from '../../src/db/invariants.ts'
import { checkRules } from '../../src/ops/verify.ts'

/** Expects all invariants of `npm run verify` to hold, except I25: products of tests have no real picture. */
export async function expectInvariants(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await client.query('begin isolation level repeatable read read only')
    await client.query(`select set_config('driveline.image_host', '', true)`)
    const findings = await checkRules(client, [...INVARIANTS, ...SIMULATOR_INVARIANTS])
    expect(findings.filter(({ name, breaches }) => name !== 'I25' && breaches.length > 0)).toEqual([])
  } finally {
    await client.end()
  }
}
