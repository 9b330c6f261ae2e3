import type { Server, ServerResponse } from 'node:http'
import { Server as NetServer, type Socket } from 'node:net'
import { setImmediate as afterPolling, setTimeout as delay } from 'node:timers/promises'

/** How long clients may keep their connections before the listener closes, in ms. */
const SETTLE_MS = 500
/** Idle time after which preconnected and keep-alive connections are closed, in ms. */
const LINGER_MS = 1_000
/** Minimum time between closing the listener and cutting off hanging requests, in ms. */
const SHUT_MS = 1_500
/** How often idle connections are closed, in ms. */
const POLL_MS = 50
/** An event loop iteration at most this long was idle, in ms. */
const QUIET_MS = 0.1
/** How long to wait for an idle iteration, in ms. */
const QUIET_WITHIN_MS = 500

/** The phases of a stop, in ms. */
export type DrainTimes = {
  /** How long requests are served as before, until the load balancer's health checks have failed. */
  graceMs: number
  /** How long running requests may take after that. */
  finishMs: number
}

/**
 * Makes a server stop without losing requests. Call it before it listens.
 *
 * A request is lost when its connection closes while it is in flight, or when the listener closes while its
 * connection waits in the backlog. So responses carry `Connection: close`, the server itself closes only idle
 * connections, and just before the listener closes, clients may keep their connections: then few new ones are
 * opened.
 */
export function prepareDrain(server: Server): (times: DrainTimes) => Promise<void> {
  const running = new Set<ServerResponse>()
  const connections = new Map<Socket, { bytes: number; silentSince: number }>()
  let accepted = 0
  let sendClose = false
  server.on('connection', (socket: Socket) => {
    accepted += 1
    connections.set(socket, { bytes: 0, silentSince: performance.now() })
    socket.once('close', () => connections.delete(socket))
  })
  server.prependListener('request', (_req, res) => {
    running.add(res)
    res.once('close', () => running.delete(res))
    if (sendClose) res.setHeader('Connection', 'close')
  })

  function startSendingClose(): void {
    sendClose = true
    for (const res of running) if (!res.headersSent) res.setHeader('Connection', 'close')
  }

  /** Closes idle connections without a running request. */
  function closeSilent(): void {
    const now = performance.now()
    const busy = new Set([...running].map((res) => res.socket))
    for (const [socket, seen] of connections) {
      const bytes = socket.bytesRead + socket.bytesWritten
      if (bytes !== seen.bytes) Object.assign(seen, { bytes, silentSince: now })
      else if (!busy.has(socket) && now - seen.silentSince >= LINGER_MS) socket.destroySoon()
    }
  }

  /**
   * Resolves just after the event loop has found the backlog empty. Each iteration accepts one connection,
   * and a short iteration leaves the least time for the next one to arrive.
   */
  async function untilBacklogIsEmpty(): Promise<void> {
    const deadline = performance.now() + QUIET_WITHIN_MS
    for (;;) {
      const startedAt = performance.now()
      const before = accepted
      await afterPolling()
      const now = performance.now()
      if (now > deadline || (accepted === before && now - startedAt < QUIET_MS)) return
    }
  }

  return async ({ graceMs, finishMs }) => {
    const settleMs = Math.min(SETTLE_MS, graceMs)
    startSendingClose()
    await delay(graceMs - settleMs)
    sendClose = false
    await delay(settleMs)

    const deadline = performance.now() + finishMs
    // Running requests may call this server, as payments call the simulator; twice, since some are still
    // being accepted.
    const late = delay(finishMs - SHUT_MS)
    for (let i = 0; i < 2; i += 1)
      await Promise.race([
        Promise.all([...running].map((res) => new Promise((resolve) => res.once('close', resolve)))),
        late,
      ])
    await untilBacklogIsEmpty()
    // Not close() of node:http, which would also close connections whose next request is in flight.
    const closed = new Promise((resolve) => NetServer.prototype.close.call(server, resolve))
    startSendingClose()
    const look = setInterval(() => setImmediate(closeSilent), POLL_MS)
    const cutOff = setTimeout(
      () => {
        for (const socket of connections.keys()) socket.destroy()
      },
      Math.max(SHUT_MS, deadline - performance.now()),
    )
    await closed
    clearInterval(look)
    clearTimeout(cutOff)
  }
}
