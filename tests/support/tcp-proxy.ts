import { EventEmitter, once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** A TCP proxy whose server can be switched, cut off or frozen, to simulate failovers and network faults. */
export type TcpProxy = {
  port: number
  /** New connections go to this port from now on. */
  lead(port: number): void
  /** Cuts every connection. `refuse` also refuses new ones, until `lead`. */
  cut(options?: { refuse: boolean }): void
  /** Resolves when the next connection was refused. */
  refusedOne(): Promise<void>
  /** Silently stops all traffic, like a dead network, until `thaw`. */
  freeze(): void
  thaw(): void
  close(): Promise<void>
}

/** @param port of the server on 127.0.0.1 of the initial server. */
export async function startTcpProxy(port: number): Promise<TcpProxy> {
  const open = new Set<Socket>()
  let target: number | null = port
  let frozen = false
  const refused = new EventEmitter()
  const keep = (socket: Socket) => {
    open.add(socket)
    socket.on('error', () => undefined)
    socket.on('close', () => open.delete(socket))
    if (frozen) socket.pause()
  }
  const server = createServer((client) => {
    keep(client)
    if (target === null) {
      client.destroy()
      refused.emit('one')
      return
    }
    const upstream = connect(target, '127.0.0.1')
    keep(upstream)
    client.on('data', (chunk) => upstream.write(chunk)).on('close', () => upstream.destroy())
    upstream.on('data', (chunk) => client.write(chunk)).on('close', () => client.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const cut = () => {
    for (const socket of open) socket.destroy()
  }
  return {
    port: (server.address() as AddressInfo).port,
    lead: (to) => (target = to),
    cut(options) {
      if (options?.refuse) target = null
      cut()
    },
    async refusedOne() {
      await once(refused, 'one')
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
      const closed = once(server, 'close')
      server.close()
      cut()
      await closed
    },
  }
}

/** The same database address through the proxy. */
export function throughProxy(url: string, proxy: TcpProxy): string {
  const address = new URL(url)
  address.port = String(proxy.port)
  return address.href
}
