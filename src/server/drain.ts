import type { Server, ServerResponse } from 'node:http'
import { Server as NetServer, type Socket } from 'node:net'
import { setImmediate as afterPolling, setTimeout as delay } from 'node:timers/promises'

/** For so long before the listener closes clients may keep their connections, in ms. */
const SETTLE_MS = 500
/** Connections that were opened ahead, or are kept alive, and bring no request for so long are closed. In ms. */
const LINGER_MS = 1_000
/** A server that is stopping has no listener at least this long before what still hangs is cut off, in ms. */
const SHUT_MS = 1_500
/** How often idle connections are looked for, in ms. */
const POLL_MS = 50
/** A round of the event loop as short as this had nothing to do, in ms. */
const QUIET_MS = 0.1
/** Such a round is waited for so long, in ms. */
const QUIET_WITHIN_MS = 500

/** How long a server that stops goes on, in ms. */
export type DrainTimes = {
  /** Requests on new and old connections are served for so long, until the load balancer's checks have failed. */
  graceMs: number
  /** Running requests may take so long after that. */
  finishMs: number
}

/**
 * Prepares a server for stopping without losing a request. Call it before it listens.
 *
 * A request is lost when its connection is closed while it is on its way, or when the listener closes while its connection waits to be
 * accepted. So answers ask the client to close (`Connection: close`), the server itself closes only what has been silent for a while, and
 * before the listener closes clients may keep their connections for a moment: then hardly anybody is opening one.
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

  /** Closes connections on which nothing has come or gone for a while, unless their request runs. */
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
   * Resolves just after the event loop has found no connection that waits to be accepted. Each round of it accepts one, and a short round
   * leaves the least time for the next one to come.
   */
  async function nothingWaits(): Promise<void> {
    const deadline = performance.now() + QUIET_WITHIN_MS
    for (;;) {
      const begun = performance.now()
      const before = accepted
      await afterPolling()
      const now = performance.now()
      if (now > deadline || (accepted === before && now - begun < QUIET_MS)) return
    }
  }

  return async ({ graceMs, finishMs }) => {
    const settleMs = Math.min(SETTLE_MS, graceMs)
    startSendingClose()
    await delay(graceMs - settleMs)
    sendClose = false
    await delay(settleMs)

    const deadline = performance.now() + finishMs
    // What is running may call this very server, as payments call the simulator; twice, since some are still being accepted.
    const late = delay(finishMs - SHUT_MS)
    for (let i = 0; i < 2; i += 1)
      await Promise.race([
        Promise.all([...running].map((res) => new Promise((resolve) => res.once('close', resolve)))),
        late,
      ])
    await nothingWaits()
    // Not the close of node:http, which would also close connections whose next request is on its way.
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
