import { EventEmitter, once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** A TCP proxy in front of a database, to simulate failovers and network faults. */
export type DatabaseProxy = {
  /** The database's address through the proxy; it stays the same. */
  url: string
  /** New connections go to the server of this address from now on. */
  switchTo(url: string): void
  /**
   * Closes every connection. `reset`: abruptly, and what was on its way in either direction is lost. `refuse` also refuses new ones, until
   * `switchTo`.
   */
  cut(options?: { reset?: boolean; refuse?: boolean }): void
  /** Resolves when this many more connections were refused. */
  refusals(count: number): Promise<void>
  /** Silently stops all traffic, like a dead network, until `thaw`. */
  freeze(): void
  thaw(): void
  close(): Promise<void>
}

/** @param url of the database on 127.0.0.1. */
export async function startDatabaseProxy(url: string): Promise<DatabaseProxy> {
  const open = new Set<Socket>()
  let target: number | null = portOf(url)
  let frozen = false
  const refused = new EventEmitter()
  const add = (socket: Socket) => {
    open.add(socket)
    socket.on('error', () => undefined)
    socket.on('close', () => open.delete(socket))
    if (frozen) socket.pause()
  }
  const proxy = createServer({ noDelay: true }, (client) => {
    add(client)
    if (target === null) {
      client.resetAndDestroy()
      refused.emit('one')
      return
    }
    const server = connect({ port: target, host: '127.0.0.1', noDelay: true })
    add(server)
    client.on('data', (chunk) => server.write(chunk)).on('close', () => server.destroy())
    server.on('data', (chunk) => client.write(chunk)).on('close', () => client.destroy())
  })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  const ownUrl = new URL(url)
  ownUrl.port = String((proxy.address() as AddressInfo).port)
  const cut: DatabaseProxy['cut'] = ({ reset = false, refuse = false } = {}) => {
    if (refuse) target = null
    for (const socket of open) {
      if (reset) socket.resetAndDestroy()
      else socket.destroy()
    }
  }
  return {
    url: ownUrl.href,
    switchTo: (other) => (target = portOf(other)),
    cut,
    async refusals(count) {
      for (let i = 0; i < count; i += 1) await once(refused, 'one')
    },
    freeze() {
      frozen = true
      for (const socket of open) socket.pause()
    },
    thaw() {
      frozen = false
      for (const socket of open) socket.resume()
    },
    async close() {
      const closed = once(proxy, 'close')
      proxy.close()
      cut()
      await closed
    },
  }
}

function portOf(url: string): number {
  return Number(new URL(url).port)
}
