import { once } from 'node:events'
import { createServer } from 'node:net'
import { expect, it } from 'vitest'
import { freePort } from './free-port.ts'

/** The first port that Linux uses for outgoing connections by default; other systems begin higher. */
const FIRST_OUTGOING = 32_768

it('Returns ports that can be bound and that no outgoing connection uses, each once', async () => {
  const ports = await Promise.all(Array.from({ length: 200 }, freePort))
  expect(new Set(ports).size).toBe(ports.length)
  for (const port of ports) expect(port).toBeLessThan(FIRST_OUTGOING)
  const servers = ports.map((port) => createServer().listen(port, '127.0.0.1'))
  await Promise.all(servers.map((server) => once(server, 'listening')))
  for (const server of servers) server.close()
})
