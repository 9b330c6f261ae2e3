import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { expect, it } from 'vitest'
import { freePort } from './free-port.ts'

const RANGE_FILE = '/proc/sys/net/ipv4/ip_local_port_range'

it('Gives ports that no outgoing connection gets, each once, and that can be bound', async () => {
  const ports = await Promise.all(Array.from({ length: 200 }, freePort))
  expect(new Set(ports).size).toBe(ports.length)
  const [firstOutgoing] = process.platform === 'linux' ? portsOf(readFileSync(RANGE_FILE, 'utf8')) : [49_152]
  for (const port of ports) expect(port).toBeLessThan(firstOutgoing ?? 0)
  const servers = ports.map((port) => createServer().listen(port, '127.0.0.1'))
  await Promise.all(servers.map((server) => once(server, 'listening')))
  for (const server of servers) server.close()
})

function portsOf(range: string): number[] {
  return range.trim().split(/\s+/).map(Number)
}
