import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A proxy with a fixed address for a database whose port changes, and whose connections can be cut. */
export type DatabaseProxy = {
  port: number
  /** Where new connections lead; null: they are refused. */
  leadTo(port: number | null): void
  /** Cuts every connection at once; what was on its way in either direction is lost. */
  cut(): void
  close(): Promise<void>
}

export async function openDatabaseProxy(): Promise<DatabaseProxy> {
  const open = new Set<Socket>()
  let target: number | null = null
  const server = createServer({ noDelay: true }, (inside) => {
    if (target === null) return void inside.resetAndDestroy()
    const outside = connect({ port: target, host: '127.0.0.1', noDelay: true })
    for (const [socket, other] of [
      [inside, outside],
      [outside, inside],
    ] as const) {
      open.add(socket)
      socket.on('error', () => undefined)
      socket.on('close', () => {
        open.delete(socket)
        other.destroy()
      })
      socket.pipe(other)
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const cut = () => {
    for (const socket of open) socket.resetAndDestroy()
  }
  return {
    port: (server.address() as AddressInfo).port,
    leadTo: (port) => (target = port),
    cut,
    async close() {
      cut()
      server.close()
      await once(server, 'close')
    },
  }
}
