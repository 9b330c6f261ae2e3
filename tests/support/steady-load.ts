import { Agent, request, type IncomingMessage } from 'node:http'

/** A request of a steady load. */
export type LoadRequest = {
  method: string
  path: string
  headers?: Record<string, string>
  body?: unknown
  /** Expected statuses; default: all below 400. */
  right?: readonly number[]
}

/** The result of a steady load. */
export type LoadResult = {
  responses: number
  /** Descriptions of failed requests. */
  failed: string[]
}

/** A running load. */
export type SteadyLoad = {
  responses: () => number
  /** Stops it and returns the result. */
  end(): Promise<LoadResult>
  /** Resolves when every client was refused a connection: there is no listener. */
  refused: Promise<unknown>
}

/**
 * Sends continuous requests on keep-alive connections from several concurrent clients, as balancers and
 * programs do. A client that is refused a connection ends; it has lost no request.
 * @param next the next request of a client.
 */
export function startLoad(url: string, clients: number, next: (i: number) => LoadRequest): SteadyLoad {
  const failed: string[] = []
  let responses = 0
  let sent = 0
  let over = false
  async function client() {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    while (!over) {
      const ask = next(sent++)
      const what = `${ask.method} ${ask.path}`
      try {
        const { status, text } = await send(url, agent, ask)
        responses += 1
        const right = ask.right ? ask.right.includes(status) : status < 400
        if (!right) failed.push(`${what}: ${status} ${text.slice(0, 200)}`)
      } catch (error) {
        const code = error instanceof Error && 'code' in error ? error.code : String(error)
        if (code === 'ECONNREFUSED') break
        failed.push(`${what}: ${String(code)}`)
      }
    }
    agent.destroy()
  }
  const all = Promise.all(Array.from({ length: clients }, client))
  return {
    responses: () => responses,
    refused: all,
    async end() {
      over = true
      await all
      return { responses, failed }
    },
  }
}

function send(url: string, agent: Agent, ask: LoadRequest): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const body = ask.body === undefined ? undefined : JSON.stringify(ask.body)
    const headers = {
      ...ask.headers,
      ...(body === undefined
        ? {}
        : { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) }),
    }
    const sending = request(
      new URL(ask.path, url),
      { agent, method: ask.method, headers },
      (response: IncomingMessage) => {
        let text = ''
        response.setEncoding('utf8').on('data', (part: string) => (text += part))
        response.on('end', () => resolve({ status: response.statusCode ?? 0, text }))
        response.on('error', reject)
      },
    )
    sending.on('error', reject)
    sending.end(body)
  })
}
