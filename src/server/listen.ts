import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type DrainTimes, prepareDrain } from './drain.ts'

/** Ports tried after 3000 when PORT is not set. */
const TRIES = 20
const FIRST_PORT = 3000

/** No port is free. `message` is for the operator. */
export class PortInUse extends Error {
  override name = 'PortInUse'
}

/** A listening server. */
export type Listening = {
  port: number
  /** Serves for the grace period, closes the listener, and resolves when running requests have finished or were cut off. */
  drain(times: DrainTimes): Promise<void>
}

/**
 * Listens on `port`, or, when none is given, on 3000 or the next free one.
 * @param setting the setting of the port, for the message.
 * @throws PortInUse
 */
export async function listen(
  listener: RequestListener,
  host: string,
  port: number | undefined,
  setting: 'PORT' | 'METRICS_PORT' = 'PORT',
): Promise<Listening> {
  const server = createServer({ keepAliveTimeout: 65_000, requestTimeout: 60_000 }, listener)
  const drain = prepareDrain(server)
  // Connections persist without being told so (RFC 9112). Node's two headers would weigh half a KiB with the files of a page. Prepended
  // last, so that it runs before the drain sets "close".
  server.prependListener('request', (_req, res) => res.removeHeader('Connection'))
  const used = port === undefined ? await firstFree(server, host) : await claim(server, host, port)
  if (used === null) {
    throw new PortInUse(
      port === undefined
        ? `Ports ${FIRST_PORT} to ${FIRST_PORT + TRIES - 1} are all in use: set PORT to a free one.`
        : `Port ${port} is in use by another program: stop it (lsof -i :${port} names it), or set ${setting} to a free one.`,
    )
  }
  return { port: used, drain }
}

async function firstFree(server: Server, host: string): Promise<number | null> {
  for (let port = FIRST_PORT; port < FIRST_PORT + TRIES; port += 1) {
    const used = await claim(server, host, port)
    if (used !== null) return used
  }
  return null
}

/** Null when the port is taken. */
async function claim(server: Server, host: string, port: number): Promise<number | null> {
  try {
    await once(server.listen(port, host), 'listening')
    return (server.address() as AddressInfo).port
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code === 'EADDRINUSE') return null
    throw new Error(`Cannot listen on port ${port}: ${message}`, { cause: error })
  }
}
