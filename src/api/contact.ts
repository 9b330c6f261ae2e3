import { sendMessage } from '#domain/contact/send-message.server.ts'
import type { Handlers } from './serve-call.ts'

export const contact = {
  sendMessage: ({ shop, body, clientAddress }) => sendMessage(shop, body, clientAddress),
} satisfies Partial<Handlers>
