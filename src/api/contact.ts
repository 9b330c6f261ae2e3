import type { Hono } from 'hono'
import { sendMessage } from '#domain/contact/send-message.server.ts'
import { type ApiEnv, type ApiContext, serveCall } from './serve-call.ts'

/** Messages to the store. */
export function serveContact(app: Hono<ApiEnv>, api: ApiContext): void {
  serveCall(app, api, 'sendMessage', ({ shop, body, clientAddress }) =>
    sendMessage(shop, body, clientAddress),
  )
}
