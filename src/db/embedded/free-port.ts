import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'

/** A currently free TCP port of 127.0.0.1. Another program may still bind it before the caller does. */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  probe.close()
  await once(probe, 'close')
  return port
}
