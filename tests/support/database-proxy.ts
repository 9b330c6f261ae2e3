import { EventEmitter, once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** A TCP proxy in front of a database, to simulate failovers and network faults. */
export type DatabaseProxy = {
  /** The database's URL through the proxy; it never changes. */
  url: string
  /** Sends new connections to the server at this URL from now on. */
  switchTo(url: string): void
  /**
   * Closes every connection. `reset`: abruptly, and data in transit in either direction is lost. `refuse`
   * also refuses new ones, until `switchTo`.
   */
  cut(options?: { reset?: boolean; refuse?: boolean }): void
  /**
   * Closes every connection when a client sends a statement with one of these texts, once for each text. The
   * statement does not reach the server; with `executed` the server executes it, and its response is lost.
   * @returns the texts that were not sent yet.
   */
  cutAt(texts: readonly string[], options?: { executed?: boolean }): ReadonlySet<string>
  /**
   * Calls `strike` once the server has executed the `count`-th statement with such a text that clients send
   * from now on; its response is lost.
   * @returns a function that ends it, if it has not happened.
   */
  strikeAfter(count: number, text: RegExp, strike: () => void): () => void
  /** Resolves when this many more connections were refused. */
  refusals(count: number): Promise<void>
  /**
   * Sends every client a malformed protocol message: a row whose first value is longer than the row. @returns
   * the number of clients.
   */
  garble(): number
  /** Silently stops all traffic, like a dead network, until `thaw`. */
  freeze(): void
  thaw(): void
  close(): Promise<void>
}

/** A row of two values, whose first claims to have two billion bytes. */
const MALFORMED_ROW = Buffer.from('440000000e00027777726400000000', 'hex')

/** @param url of the database on 127.0.0.1. */
export async function startDatabaseProxy(url: string): Promise<DatabaseProxy> {
  const open = new Set<Socket>()
  const clients = new Set<Socket>()
  let target: number | null = portOf(url)
  let frozen = false
  const traps: { left: Set<string>; executed: boolean }[] = []
  let ambush: { left: number; text: RegExp; strike: () => void } | null = null
  const refused = new EventEmitter()
  const add = (socket: Socket) => {
    open.add(socket)
    socket.on('error', () => undefined)
    socket.on('close', () => open.delete(socket))
    if (frozen) socket.pause()
  }
  /** The first trap that the statement springs. */
  const trapFor = (statement: Buffer) =>
    traps.find(({ left }) => {
      const text = [...left].find((each) => statement.includes(each))
      return text !== undefined && left.delete(text)
    })
  const proxy = createServer({ noDelay: true }, (client) => {
    add(client)
    clients.add(client)
    client.on('close', () => clients.delete(client))
    if (target === null) {
      client.resetAndDestroy()
      refused.emit('one')
      return
    }
    const server = connect({ port: target, host: '127.0.0.1', noDelay: true })
    add(server)
    let onAnswer: (() => void) | null = null
    client.on('data', (chunk) => {
      const trap = trapFor(chunk)
      if (trap && !trap.executed) return cut()
      if (trap) onAnswer = cut
      if (ambush?.text.test(chunk.toString('latin1'))) {
        ambush.left -= 1
        if (ambush.left === 0) onAnswer = ambush.strike
      }
      server.write(chunk)
    })
    client.on('close', () => server.destroy())
    server.on('data', (chunk) => (onAnswer ? onAnswer() : client.write(chunk)))
    server.on('close', () => client.destroy())
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
    cutAt(texts, { executed = false } = {}) {
      const left = new Set(texts)
      traps.push({ left, executed })
      return left
    },
    strikeAfter(count, text, strike) {
      let isOver = false
      // The answer may come in pieces.
      const strikeOnce = () => {
        if (!isOver) strike()
        isOver = true
      }
      const own = { left: count, text, strike: strikeOnce }
      ambush = own
      return () => {
        if (ambush === own) ambush = null
      }
    },
    async refusals(count) {
      for (let i = 0; i < count; i += 1) await once(refused, 'one')
    },
    freeze() {
      frozen = true
      for (const socket of open) socket.pause()
    },
    garble() {
      for (const client of clients) client.write(MALFORMED_ROW)
      return clients.size
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
