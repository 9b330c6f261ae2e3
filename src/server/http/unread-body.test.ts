import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { expect, test } from 'vitest'
import { discardUnreadBody } from './unread-body.ts'

/**
 * Responds with 413 when `discard` has resolved; sends `bytes`, and returns what came back until the
 * connection was closed.
 */
async function responseTo(
  bytes: string,
  discard: (incoming: IncomingMessage) => Promise<void>,
): Promise<string> {
  const server = createServer(async (incoming, outgoing) => {
    await discard(incoming)
    outgoing.writeHead(413, { Connection: 'close' }).end('Too large')
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  socket.write(bytes)
  let received = ''
  for await (const chunk of socket) received += String(chunk)
  server.close()
  return received
}

const head = (length: number) => `POST / HTTP/1.1\r\nHost: x\r\nContent-Length: ${length}\r\n\r\n`
const LONG = 2 ** 30

test.each<[string, string, Parameters<typeof discardUnreadBody>[1]]>([
  ['pauses for too long', `${head(100)}half`, { pauseMs: 20 }],
  ['takes too long in total', `${head(100)}half`, { allMs: 20 }],
  ['is longer than the limit', `${head(5000)}${'z'.repeat(4000)}`, { maxBytes: 100 }],
  [
    'turns out to be longer than the limit',
    `POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nfa0\r\n${'z'.repeat(4000)}\r\n`,
    { maxBytes: 100 },
  ],
])('a body that %s is not waited for', async (_, bytes, limits) => {
  const patient = { maxBytes: LONG, pauseMs: LONG, allMs: LONG }
  expect(
    await responseTo(bytes, (incoming) => discardUnreadBody(incoming, { ...patient, ...limits })),
  ).toMatch(/^HTTP\/1\.1 413 /)
})

test('a body that another reader has paused is read to its end', async () => {
  const bytes = 3_000_000
  const discarded = responseTo(`${head(bytes)}${'z'.repeat(bytes)}`, async (incoming) => {
    incoming.once('data', () => incoming.pause())
    incoming.on('data', () => incoming.pause())
    await once(incoming, 'pause')
    await discardUnreadBody(incoming, { pauseMs: LONG })
    expect(incoming.complete).toBe(true)
  })
  expect(await discarded).toMatch(/^HTTP\/1\.1 413 /)
})
