import type { Duplex } from 'node:stream'
import pg from 'pg'

type Listening = { attachListeners(stream: Duplex): void }

/**
 * From now on, a connection that receives a malformed PostgreSQL message (for example through a pooler whose
 * server was cut off in the middle of a response) is closed as lost. The driver would throw in the socket's
 * handler, which ends the process. Patches the driver's class, since the mail queue and others also open
 * connections.
 */
export function closeGarbledConnections(): void {
  const connections = pg.Connection.prototype as pg.Connection & Listening
  // oxlint-disable-next-line typescript/unbound-method -- called with its own `this` below
  const { attachListeners } = connections
  connections.attachListeners = function (this: Listening, stream: Duplex) {
    const others = new Set(stream.listeners('data'))
    attachListeners.call(this, stream)
    for (const read of stream.listeners('data') as ((bytes: Buffer) => void)[]) {
      if (others.has(read)) continue
      stream.off('data', read)
      stream.on('data', (bytes: Buffer) => {
        try {
          read(bytes)
        } catch (cause) {
          const error = new Error('The database sent a malformed protocol message', { cause })
          stream.destroy(Object.assign(error, { code: 'ECONNRESET' }))
        }
      })
    }
  }
}
