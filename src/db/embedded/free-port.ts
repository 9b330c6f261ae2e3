import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/**
 * Below the ports that systems use for outgoing connections (Linux from 32768, others from 49152): one of
 * those can be taken by any connection of any program between this check and the server's start, and while it
 * restarts.
 */
const LOWEST_PORT = 15_000
const HIGHEST_PORT = 32_000
/** Maximum number of ports to try: if all are in use, something else is wrong with the machine. */
const MAX_ATTEMPTS = 1_000

const triedPorts = new Set<number>()

/**
 * A TCP port of 127.0.0.1 that nothing listens on, a different one at each call. Another program may still
 * bind it before the caller does.
 * @throws Error when there is none, with the last reason.
 */
export async function freePort(): Promise<number> {
  let reason: unknown
  for (let i = 0; i < MAX_ATTEMPTS; i += 1) {
    const port = randomInt(LOWEST_PORT, HIGHEST_PORT)
    if (triedPorts.has(port)) continue
    triedPorts.add(port)
    try {
      await bindOnce(port)
      return port
    } catch (error) {
      reason = error
    }
  }
  throw new Error(`No free port from ${LOWEST_PORT} to ${HIGHEST_PORT}`, { cause: reason })
}

async function bindOnce(port: number): Promise<void> {
  const probe = createServer().listen(port, '127.0.0.1')
  await once(probe, 'listening')
  probe.close()
  await once(probe, 'close')
}
