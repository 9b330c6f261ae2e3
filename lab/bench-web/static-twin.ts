import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { brotliCompressSync } from 'node:zlib'

/** A static page with the same content, for comparison. */
export type StaticTwin = { url: string; close(): void }

/**
 * Serves the page without scripts, with the same styles, fonts and pictures, from memory: the fastest this
 * page could be.
 * @param store the URL of the store.
 * @param page one of its paths.
 */
export async function serveStaticTwin(store: string, page: string): Promise<StaticTwin> {
  const files = new Map<string, Promise<{ headers: Record<string, string>; body: Buffer }>>()
  const load = async (path: string) => {
    // The address of the cart is that of a call too.
    const accept = path === page ? 'text/html' : 'image/avif,*/*'
    const response = await fetch(store + path, { headers: { accept } })
    const type = response.headers.get('content-type') ?? ''
    let body = Buffer.from(await response.arrayBuffer())
    if (path === page) body = Buffer.from(withoutScripts(body.toString()))
    const isText = /text|svg|json|manifest/.test(type)
    if (isText) body = brotliCompressSync(body)
    return { headers: { 'content-type': type, ...(isText ? { 'content-encoding': 'br' } : {}) }, body }
  }
  const server = createServer((req, res) => {
    const path = req.url ?? '/'
    const file = files.get(path) ?? load(path)
    files.set(path, file)
    void file.then(({ headers, body }) => {
      res.writeHead(200, { ...headers, 'content-length': body.length })
      res.end(body)
    })
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}${page}`,
    close: () => server.closeAllConnections() ?? server.close(),
  }
}

function withoutScripts(html: string): string {
  return html.replaceAll(/<script\b[^>]*>.*?<\/script>|<link rel="modulepreload"[^>]*>/gs, '')
}
