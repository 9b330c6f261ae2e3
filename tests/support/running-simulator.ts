import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import type pg from 'pg'
import Stripe from 'stripe'
import { createSimulator } from '#demo/card-simulator/simulator.ts'
import { createTestDatabase } from './test-database.ts'

/** The simulator over real HTTP on a free port, on a fresh database, with a receiver of its webhooks. */
export type RunningSimulator = {
  /** Such as `http://127.0.0.1:4711/simulator/stripe`. */
  base: string
  /** Stripe's own library as the shop's server uses it: no retries, so that each response is visible. */
  stripe: Stripe
  pool: pg.Pool
  webhooks: Receiver
  /** Stops and starts the simulator on the same database and port, like a restarted store. */
  restart(): Promise<void>
  stop(): Promise<void>
}

/** Received webhooks. `answerWith` sets the status of each response. */
type Receiver = {
  arrived: { body: string; signature: string; event: Stripe.Event }[]
  answerWith: (event: Stripe.Event) => number
  /** Resolves when that many matching webhooks have arrived; rejects after 10 s. */
  until(count: number, fits: (event: Stripe.Event) => boolean): Promise<Stripe.Event[]>
}

export const secretKey = 'sk_test_driveline_simulator'
export const webhookSecret = 'whsec_0123456789abcdef0123456789abcdef'

/** @param faults the initial faults. */
export async function runSimulator(faults = ''): Promise<RunningSimulator> {
  const database = await createTestDatabase()
  const receiver = await listenForWebhooks()
  const start = () =>
    createSimulator({
      pool: database.pool,
      webhook: { url: () => receiver.url, secret: webhookSecret },
      secretKey,
      faults,
      log: { warn: () => undefined, error: (data, message) => console.error(message, data) },
    })
  let simulator = start()
  const fetchNow = (request: Request, env: object) =>
    new Hono().route('/simulator/stripe', simulator.app).fetch(request, env)
  const server = await new Promise<{ port: number; close: () => Promise<void> }>((resolve) => {
    const http = serve({ fetch: fetchNow, port: 0, hostname: '127.0.0.1' }, ({ port }) =>
      resolve({
        port,
        close: () =>
          new Promise((closed) => {
            http.close(() => closed())
            if ('closeAllConnections' in http) http.closeAllConnections()
          }),
      }),
    )
  })
  const base = `http://127.0.0.1:${server.port}/simulator/stripe`
  return {
    base,
    stripe: stripeAt(base),
    pool: database.pool,
    webhooks: receiver,
    async restart() {
      await simulator.stop()
      simulator = start()
    },
    async stop() {
      await simulator.stop()
      await server.close()
      await receiver.close()
      await database.drop()
    },
  }
}

/** Stripe's library calling `base`. */
export function stripeAt(base: string, key = secretKey): Stripe {
  const httpClient = Stripe.createFetchHttpClient((input: string | URL | Request, init?: RequestInit) => {
    const { pathname, search } = new URL(input instanceof Request ? input.url : input)
    return fetch(base + pathname + search, init)
  })
  return new Stripe(key, { httpClient, maxNetworkRetries: 0, telemetry: false })
}

async function listenForWebhooks(): Promise<Receiver & { url: string; close: () => Promise<void> }> {
  const waiting = new Set<() => void>()
  const arrived: Receiver['arrived'] = []
  const receiver = {
    arrived,
    answerWith: (_event: Stripe.Event) => 200,
    url: '',
    async until(count: number, fits: (event: Stripe.Event) => boolean): Promise<Stripe.Event[]> {
      const matching = () => arrived.map(({ event }) => event).filter(fits)
      if (matching().length < count)
        await new Promise<void>((resolve, reject) => {
          const look = () => {
            if (matching().length < count) return
            clearTimeout(limit)
            waiting.delete(look)
            resolve()
          }
          const limit = setTimeout(() => {
            waiting.delete(look)
            reject(new Error(`${matching().length} of ${count} webhooks arrived within 10 s.`))
          }, 10_000)
          waiting.add(look)
        })
      return matching()
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  const server = createServer((request, response) => {
    void bodyOf(request).then((body) => {
      const event = JSON.parse(body) as Stripe.Event
      arrived.push({ body, signature: String(request.headers['stripe-signature']), event })
      response.writeHead(receiver.answerWith(event)).end()
      for (const look of waiting) look()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhooks/stripe`
  return receiver
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}
