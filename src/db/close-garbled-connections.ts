import type { Duplex } from 'node:stream'
import pg from 'pg'

type Listening = { attachListeners(stream: Duplex): void }

/**
 * From now on, a connection that receives bytes which are no PostgreSQL message (as through a pooler whose server was cut off in the middle
 * of a response) is closed as a lost one. The driver would throw in the socket's handler, and end the process. Patches the driver's class,
 * since the mail queue and others open connections too.
 */
export function closeGarbledConnections(): void {
  const connections = pg.Connection.prototype as pg.Connection & Listening
  // oxlint-disable-next-line typescript/unbound-method
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
          const error = new Error('The database sent what is no message of its protocol', { cause })
          stream.destroy(Object.assign(error, { code: 'ECONNRESET' }))
        }
      })
    }
  }
}
