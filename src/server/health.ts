import { Hono } from 'hono'
import { writeProblem } from '#api/problem.ts'
import type { ApiEnv } from '#api/serve-call.ts'
import type { Readiness } from './readiness.ts'

const NOT_READY: Record<Exclude<Readiness['state'], 'ready'>, string> = {
  starting: 'The store is starting.',
  draining: 'The store is shutting down and finishing open requests.',
  database_unavailable: 'The store cannot reach a writable database.',
  database_not_migrated: 'The database schema is from an older version of the store.',
}

/**
 * /healthz, which reports that the process runs, and /readyz, whether a load balancer should send it
 * requests: 200 when ready, else 503 with the reason as the code.
 */
export function createHealthRoutes(checkReadiness: () => Promise<Readiness>): Hono<ApiEnv> {
  const routes = new Hono<ApiEnv>()
  routes.get('/healthz', (c) => {
    c.set('route', 'healthz')
    return c.json({ status: 'ok' })
  })
  routes.get('/readyz', async (c) => {
    c.set('route', 'readyz')
    const { state, checks } = await checkReadiness()
    if (state === 'ready') return c.json({ status: 'ready', checks })
    return writeProblem(
      { title: 'Not ready', status: 503, detail: NOT_READY[state], code: state, checks },
      { path: c.req.path, requestId: c.get('requestId') },
      { 'Retry-After': '5' },
    )
  })
  return routes
}
