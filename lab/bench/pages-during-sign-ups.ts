import { randomUUID } from 'node:crypto'
import type { StoreProcess } from '../../tests/support/store-process.ts'
import type { HttpJob } from './http-client.ts'
import { type LoadReport, median } from './load-report.ts'
import { getRequest } from './rounds.ts'
import type { Worker } from './worker.ts'

const ROUNDS = 6
/** Shorter than hashing 40 passwords takes. */
const ROUND_MS = 1_500
/** More than can be read in a round. */
const PAGES = 2_000

/**
 * Reads pages that are rendered each time, alternately alone and during that many concurrent sign-ups.
 * @returns the p50 during sign-ups, as a share of the p50 alone.
 * @throws Error when a sign-up was refused, or all had ended before the reading did.
 */
export async function measurePagesDuringSignUps(
  store: StoreProcess,
  client: Worker,
  users: number,
): Promise<number> {
  let reading = 0
  const read = async () => {
    reading += 1
    // No URL twice: a cached page shows no delay.
    const searches = Array.from({ length: PAGES }, (_, i) => getRequest(`/parts?q=part+${reading}+${i}`))
    // One visitor: this measures the latency of a page, not the throughput.
    const job: HttpJob = { port: store.port, ms: ROUND_MS, requests: [searches], status: 200 }
    return (await client.ask<LoadReport>(job)).p50
  }
  const usual: number[] = []
  const during: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    // Each goes first as often as second: the preceding load shows in the times.
    const readings = [readUsual, readDuringSignUps]
    for (const reading of round % 2 === 0 ? readings : readings.toReversed()) await reading()
  }
  return median(during) / median(usual)

  async function readUsual(): Promise<void> {
    usual.push(await read())
  }
  async function readDuringSignUps(): Promise<void> {
    let ended = 0
    const signUps = Promise.all(
      Array.from({ length: users }, async (_, i) => {
        const status = await signUp(store, `198.51.100.${i + 1}`)
        ended += 1
        return status
      }),
    )
    during.push(await read())
    if (ended === users) throw new Error('The sign-ups ended before the reading did')
    const refused = (await signUps).filter((status) => status !== 200)
    if (refused.length > 0) throw new Error(`Sign-ups were refused: ${refused.join()}`)
  }
}

/** @param address of the person, since few passwords of one address wait to be hashed. */
async function signUp(store: StoreProcess, address: string): Promise<number> {
  const response = await fetch(`${store.url}/auth/sign-up/email`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': address },
    body: JSON.stringify({
      name: 'A Newcomer',
      email: `${randomUUID()}@bench.test`,
      password: 'gasket-rocker-42',
    }),
  })
  await response.arrayBuffer()
  return response.status
}
