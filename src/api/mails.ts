import type { Hono } from 'hono'
import { dismissDeadLetter, listDeadLetters, sendDeadLetterAgain } from '#domain/mails/dead-letters.server.ts'
import { ok } from '#domain/shared/outcome.ts'
import { type ApiContext, type ApiEnv, serveCall } from './serve-call.ts'

/** Mails that were not delivered, for admins. */
export function serveMails(app: Hono<ApiEnv>, api: ApiContext): void {
  serveCall(app, api, 'listDeadLetters', async ({ shop, query }) => ok(await listDeadLetters(shop, query)))
  serveCall(app, api, 'sendDeadLetterAgain', ({ shop, viewer, params }) =>
    sendDeadLetterAgain(shop, viewer, params.id),
  )
  serveCall(app, api, 'dismissDeadLetter', ({ shop, viewer, params }) =>
    dismissDeadLetter(shop, viewer, params.id),
  )
}
