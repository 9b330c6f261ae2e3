import path from 'node:path'
import { serveStatic } from '@hono/node-server/serve-static'
import type { MiddlewareHandler } from 'hono'

/** The build's output for browsers. */
const CLIENT_DIR = path.join(import.meta.dirname, '../../build/client')

/**
 * Files of the build. Those under /assets have a hash in their name and are cached by browsers for a year; the build puts
 * precompressed copies beside them.
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
