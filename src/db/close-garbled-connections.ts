import type { Duplex } from 'node:stream'
import pg from 'pg'

type Listening = { attachListeners(stream: Duplex): void }

/**
 * From now on, a connection of this process that brings what is no message of PostgreSQL is closed as a lost one, such as through a pooler
 * whose server was cut off in the middle of an answer. The driver throws while it reads that, in the socket's handler, where nothing can
 * catch it: the process would end. On the driver's own class, as the queue of mails and others open connections too.
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
