import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo, Server } from 'node:net'
import path from 'node:path'
import tls from 'node:tls'
import { onTestFinished } from 'vitest'

/** Settings of a store that uses the service. */
export type ImageService = { env: { IMAGE_HOST_URL: string; IMAGE_HOST_KEY: string } }

// Self-signed, for 127.0.0.1 only.
const pem = (name: string) => readFileSync(path.join(import.meta.dirname, 'tls', `${name}.pem`), 'utf8')

/** A hosted image service for the running test: it stores uploads and serves them over https. */
export async function imageService(): Promise<ImageService> {
  const trusted = tls.getCACertificates('default')
  tls.setDefaultCACertificates([...trusted, pem('certificate')])
  onTestFinished(() => tls.setDefaultCACertificates(trusted))
  const stored = new Map<string, Uint8Array>()
  const files = await listening(
    createTlsServer({ key: pem('key'), cert: pem('certificate') }, (request, response) => {
      const bytes = stored.get(request.url ?? '')
      response.writeHead(bytes ? 200 : 404, { 'content-type': 'image/webp' }).end(bytes)
    }),
  )
  const uploads = await listening(
    createServer(async (request, response) => {
      const file = (await formOf(request)).get('image')
      const name = `/${stored.size}/picture.webp`
      stored.set(name, file instanceof File ? await file.bytes() : new Uint8Array())
      response.end(JSON.stringify({ data: { url: `https://127.0.0.1:${files}${name}` }, success: true }))
    }),
  )
  return { env: { IMAGE_HOST_URL: `http://127.0.0.1:${uploads}/1/upload`, IMAGE_HOST_KEY: 'key' } }
}

async function listening(server: Server & { closeAllConnections(): void }): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return (server.address() as AddressInfo).port
}

async function formOf(request: IncomingMessage): Promise<FormData> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(Buffer.from(chunk))
  const type = request.headers['content-type'] ?? ''
  return new Response(Buffer.concat(chunks), { headers: { 'content-type': type } }).formData()
}
