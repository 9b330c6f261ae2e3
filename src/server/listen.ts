import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { OperatorError } from '#config/operator-error.ts'
import { type DrainTimes, prepareDrain } from './drain.ts'

const FIRST_PORT = 3000
/** Ports tried when PORT is not set, from FIRST_PORT on. */
const PORTS_TO_TRY = 20

/** The store cannot listen where its settings say. */
export class ListenError extends OperatorError {}

/** The setting of a port, whose host has its own: `HOST`, `METRICS_HOST`. */
export type PortSetting = 'PORT' | 'METRICS_PORT'

export type Listening = {
  port: number
  /** The URL at which this machine reaches it. */
  url: string
  /**
   * Serves for the grace period, closes the listener, and resolves when running requests have finished or
   * were cut off.
   */
  drain(times: DrainTimes): Promise<void>
}

/**
 * Listens on `port`, or, when none is given, on 3000 or the next free one.
 * @param setting the setting of the port, for the message.
 * @throws ListenError
 */
export async function listen(
  listener: RequestListener,
  host: string,
  port: number | undefined,
  setting: PortSetting = 'PORT',
): Promise<Listening> {
  const server = createServer({ keepAliveTimeout: 65_000, requestTimeout: 60_000 }, listener)
  const drain = prepareDrain(server)
  // Connections are persistent by default (RFC 9112), and Node's two headers would add half a KiB to the
  // files of a page. Prepended last, so that it runs before the drain sets "close".
  server.prependListener('request', (_req, res) => res.removeHeader('Connection'))
  const tryPort = (wished: number) => tryBind(server, host, wished, setting)
  const used = port === undefined ? await firstFree(tryPort) : await tryPort(port)
  if (used === null) {
    throw new ListenError(
      port === undefined
        ? `Ports ${FIRST_PORT} to ${FIRST_PORT + PORTS_TO_TRY - 1} are all in use: set PORT to a free one.`
        : `Port ${port} is in use by another program: stop it (lsof -i :${port} shows it), or set ${setting} to a free one.`,
    )
  }
  return { port: used.port, url: urlOf(used), drain }
}

async function firstFree(tryPort: (port: number) => Promise<AddressInfo | null>) {
  for (let port = FIRST_PORT; port < FIRST_PORT + PORTS_TO_TRY; port += 1) {
    const used = await tryPort(port)
    if (used !== null) return used
  }
  return null
}

/** Null when the port is in use. */
async function tryBind(
  server: Server,
  host: string,
  port: number,
  setting: PortSetting,
): Promise<AddressInfo | null> {
  try {
    await once(server.listen(port, host), 'listening')
    return server.address() as AddressInfo
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code === 'EADDRINUSE') return null
    throw new ListenError(cannotListen(setting, host, message), { cause: error })
  }
}

/** The error message for a host and port that are free but cannot be bound. */
export function cannotListen(setting: PortSetting, host: string, reason: string): string {
  const hostSetting = setting.replace('PORT', 'HOST')
  return (
    `The store cannot listen on ${hostSetting}=${host} (${reason}): set ${hostSetting} to an address of this machine, such as ` +
    `127.0.0.1, 0.0.0.0 or ::1, and ${setting} to one that this user may use.`
  )
}

/** Wildcard addresses (0.0.0.0, ::) can't be connected to; use loopback. */
function urlOf({ address, family, port }: AddressInfo): string {
  const own = address === '0.0.0.0' ? '127.0.0.1' : address === '::' ? '::1' : address
  return `http://${family === 'IPv6' ? `[${own}]` : own}:${port}`
}
