import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

// A separate process: node:http and nothing else. It sends a fixed response to any request.

/** The response to every request from now on; `body` in base64. */
export type BareResponse = { headers: Record<string, string>; body: string }

let headers: Record<string, string | number> = {}
let body: Buffer = Buffer.alloc(0)

const server = createServer((_, res) => {
  res.writeHead(200, headers)
  res.end(body)
})
server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }))
process.on('message', (response: BareResponse) => {
  body = Buffer.from(response.body, 'base64')
  headers = { ...response.headers, 'content-length': body.length }
  process.send?.('set')
})
process.on('disconnect', () => process.exit(0))
