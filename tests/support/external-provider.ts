import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pay, type PayerResponse } from './browser-payer.ts'
import type { BrowserIntent } from './card-payments.ts'
import { type RunningSimulator, runSimulator, secretKey, webhookSecret } from './running-simulator.ts'

/** An external card provider: a simulator behind a proxy that records requests and injects failures. */
export type ExternalProvider = {
  sim: RunningSimulator
  /** Settings of a store that uses it. None of its webhooks reach the store. */
  env: Record<string, string>
  /** Requests since the last call, such as `GET /v1/events`. */
  drainRequests(): string[]
  /**
   * The next `count` requests to create an intent fail with an error that is repeated for their key from then
   * on, as Stripe does.
   * @param how `worked`: the intent was created nevertheless.
   */
  repeatErrors(count: number, how: { status: number; worked: boolean }): void
  /** Requests of these kinds get 503 until the next call, such as `GET /v1/charges`. */
  refuse(...requests: string[]): void
  /** The same with 400: the provider refuses them for good. */
  deny(...requests: string[]): void
  pay(intent: BrowserIntent, card?: string): Promise<PayerResponse>
  stop(): Promise<void>
}

type StoredResponse = { status: number; body: string }

export async function runExternalProvider(): Promise<ExternalProvider> {
  const sim = await runSimulator('lose-webhook=always')
  const stored = new Map<string, StoredResponse>()
  let requests: string[] = []
  let errors = { left: 0, status: 500, worked: false }
  let refused: string[] = []
  let denied: string[] = []

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = (request.url ?? '').replace(/^.*(?=\/v1\/)/, '')
    const what = `${request.method} ${path.split('?')[0]}`
    requests.push(what)
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const pass = async () => {
      const { host: _, connection: __, 'content-length': ___, ...headers } = request.headers
      const response = await fetch(sim.base + path, {
        method: request.method ?? 'GET',
        headers: headers as Record<string, string>,
        ...(request.method === 'POST' ? { body: Buffer.concat(chunks) } : {}),
      })
      return { status: response.status, body: await response.text() }
    }
    const key = String(request.headers['idempotency-key'])
    const known = stored.get(key)
    if (known) return answerWith(response, known)
    if (refused.includes(what)) return answerWith(response, failure(503))
    if (denied.includes(what)) return answerWith(response, failure(400))
    if (what !== 'POST /v1/payment_intents' || errors.left === 0) return answerWith(response, await pass())
    errors.left -= 1
    if (errors.worked) await pass()
    stored.set(key, failure(errors.status))
    return answerWith(response, failure(errors.status))
  }

  const server = createServer((request, response) => void serve(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    sim,
    env: {
      STRIPE_SECRET_KEY: secretKey,
      STRIPE_PUBLISHABLE_KEY: 'pk_test_driveline_simulator',
      STRIPE_WEBHOOK_SECRET: webhookSecret,
      STRIPE_API_BASE: url,
    },
    drainRequests() {
      const drained = requests
      requests = []
      return drained
    },
    repeatErrors(count, how) {
      errors = { left: count, ...how }
    },
    deny(...given) {
      denied = given
    },
    refuse(...given) {
      refused = given
    },
    pay: (intent, card = '4242424242424242') => pay(sim.base, intent, card),
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await sim.stop()
    },
  }
}

function failure(status: number): StoredResponse {
  const type = status < 500 ? 'invalid_request_error' : 'api_error'
  return { status, body: JSON.stringify({ error: { type, message: 'An error on purpose.' } }) }
}

function answerWith(response: ServerResponse, { status, body }: StoredResponse): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(body)
}
