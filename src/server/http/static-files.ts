import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { serveStatic } from '@hono/node-server/serve-static'
import type { MiddlewareHandler } from 'hono'
import * as paths from '#paths.ts'

/** The build's output for browsers. */
const CLIENT_DIR = path.join(import.meta.dirname, '../../../build/client')

/**
 * Files of the build. Those under /assets have a hash in their name and are cached by browsers for a year;
 * the build puts precompressed copies next to them.
 */
export function serveStaticFiles(): MiddlewareHandler {
  // Checking the disk for a file at the path of every page took as long as some responses.
  const names = new Set(existsSync(CLIENT_DIR) ? readdirSync(CLIENT_DIR) : [])
  const serve = serveStatic({
    root: path.relative(process.cwd(), CLIENT_DIR) || '.',
    precompressed: true,
    onFound: (file, c) => {
      const immutable = file.includes(`${path.sep}assets${path.sep}`)
      c.header('Cache-Control', immutable ? 'public, max-age=31536000, immutable' : 'public, max-age=3600')
      // Mail programs in a browser show it on their own host.
      if (c.req.path === paths.mailMark) c.header('Cross-Origin-Resource-Policy', 'cross-origin')
    },
  })
  return (c, next) => (names.has(c.req.path.split('/')[1] ?? '') ? serve(c, next) : next())
}
