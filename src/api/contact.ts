import { countMessages, listMessages } from '#domain/contact/list-messages.server.ts'
import { markMessage } from '#domain/contact/mark-message.server.ts'
import { sendMessage } from '#domain/contact/send-message.server.ts'
import { showMessage } from '#domain/contact/show-message.server.ts'
import { mapOutcome, ok } from '#domain/shared/outcome.ts'
import { withPictureUrl } from './picture-urls.ts'
import type { Handlers } from './serve-call.ts'

export const contact = {
  sendMessage: ({ shop, body, clientAddress }) => sendMessage(shop, body, clientAddress),
  listMessages: async ({ shop, query }) => ok(await listMessages(shop, query)),
  countMessages: async ({ shop }) => ok(await countMessages(shop)),
  showMessage: async ({ shop, params }) =>
    mapOutcome(await showMessage(shop, params.id), ({ order, orders, ...message }) => ({
      ...message,
      ...(order && { order: withPictureUrl(shop)(order) }),
      orders: orders.map(withPictureUrl(shop)),
    })),
  markMessage: ({ shop, viewer, params, body }) => markMessage(shop, viewer, params.id, body.done),
} satisfies Partial<Handlers>
