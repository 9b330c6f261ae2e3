import path from 'node:path'
import { serveStatic } from '@hono/node-server/serve-static'
import type { MiddlewareHandler } from 'hono'

/** Where the build puts what browsers fetch. */
const CLIENT_DIR = path.join(import.meta.dirname, '../../build/client')

/**
 * Files of the build. Those under /assets carry a hash in their name and are kept by browsers for a year; the build lays
 * compressed twins beside them, which are sent as they are.
 */
export function serveStaticFiles(): MiddlewareHandler {
  return serveStatic({
    root: path.relative(process.cwd(), CLIENT_DIR) || '.',
    precompressed: true,
    onFound: (file, c) => {
      const immutable = file.includes(`${path.sep}assets${path.sep}`)
      c.header('Cache-Control', immutable ? 'public, max-age=31536000, immutable' : 'public, max-age=3600')
    },
  })
}
