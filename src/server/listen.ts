import { createServer, type RequestListener, type Server } from 'node:http'
import type { Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'

/** Ports tried after 3000 when PORT is not set. */
const TRIES = 20
const FIRST_PORT = 3000
/** A store that is stopping takes no new connections this long before it cuts off what still hangs, in ms. */
const SHUT_MS = 1_500
/** How often a store that is stopping looks for connections that have become idle, in ms. */
const LOOK_MS = 50

/** No port could be had. `message` is one sentence for the person at the terminal. */
export class PortInUse extends Error {
  override name = 'PortInUse'
}

/** A listening server. */
export type Listening = {
  port: number
  /** Lets running requests finish, takes no new connections once they have, and cuts off what still hangs after `limitMs`. */
  drain(limitMs: number): Promise<void>
}

/**
 * Listens on `port`, or, when none is given, on 3000 or the next free one.
 * @throws PortInUse
 */
export async function listen(
  listener: RequestListener,
  host: string,
  port: number | undefined,
): Promise<Listening> {
  const server = createServer({ keepAliveTimeout: 65_000, requestTimeout: 60_000 }, listener)
  const unused = keepUnused(server)
  let draining = false
  let underWay = 0
  server.prependListener('request', (_req, res) => {
    underWay += 1
    res.once('close', () => (underWay -= 1))
    if (draining) res.setHeader('Connection', 'close')
  })
  const used = port === undefined ? await firstFree(server, host) : await claim(server, host, port)
  if (used === null) {
    throw new PortInUse(
      port === undefined
        ? `Ports ${FIRST_PORT} to ${FIRST_PORT + TRIES - 1} are all in use: set PORT to a free one.`
        : `Port ${port} is in use by another program: stop it (lsof -i :${port} names it), or set PORT to a free one.`,
    )
  }
  return {
    port: used,
    async drain(limitMs) {
      const begun = performance.now()
      draining = true
      // What is on its way is read, and what is under way may call this very server, as payments call the simulator:
      // the door is shut when nothing is left to do, or when time runs out.
      do {
        await delay(LOOK_MS)
        server.closeIdleConnections()
      } while (underWay > 0 && performance.now() - begun < limitMs - SHUT_MS)
      for (const socket of unused) socket.destroy()
      const closed = new Promise((resolve) => server.close(resolve))
      const cutOff = setTimeout(() => server.closeAllConnections(), limitMs - (performance.now() - begun))
      // A kept-alive connection turns idle only once its answer has been sent.
      const letGo = setInterval(() => server.closeIdleConnections(), LOOK_MS)
      await closed
      clearTimeout(cutOff)
      clearInterval(letGo)
    },
  }
}

/** Connections that were opened ahead and brought no request yet, as browsers do: Node does not count them as idle. */
function keepUnused(server: Server): ReadonlySet<Socket> {
  const unused = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    unused.add(socket)
    socket.once('close', () => unused.delete(socket))
  })
  server.on('request', (request) => unused.delete(request.socket))
  return unused
}

async function firstFree(server: Server, host: string): Promise<number | null> {
  for (let port = FIRST_PORT; port < FIRST_PORT + TRIES; port += 1) {
    const used = await claim(server, host, port)
    if (used !== null) return used
  }
  return null
}

/** Null when the port is taken. */
function claim(server: Server, host: string, port: number): Promise<number | null> {
  return new Promise((resolve, reject) => {
    const onError = (error: NodeJS.ErrnoException) => {
      server.off('listening', onListening)
      if (error.code === 'EADDRINUSE') resolve(null)
      else reject(new Error(`Cannot listen on port ${port}: ${error.message}`))
    }
    const onListening = () => {
      server.off('error', onError)
      const address = server.address()
      resolve(address && typeof address === 'object' ? address.port : port)
    }
    server.once('error', onError)
    server.once('listening', onListening)
    server.listen(port, host)
  })
}
