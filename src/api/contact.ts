import { countMessages, listMessages } from '#domain/contact/list-messages.server.ts'
import { markMessage } from '#domain/contact/mark-message.server.ts'
import { sendMessage } from '#domain/contact/send-message.server.ts'
import { showMessage } from '#domain/contact/show-message.server.ts'
import { mapOutcome, ok } from '#domain/shared/outcome.ts'
import { withLinePictures } from './picture-urls.ts'
import type { Handlers } from './serve-call.ts'

export const contact = {
  sendMessage: ({ shop, body, clientAddress }) => sendMessage(shop, body, clientAddress),
  listMessages: async ({ shop, query }) => ok(await listMessages(shop, query)),
  countMessages: async ({ shop }) => ok(await countMessages(shop)),
  showMessage: async ({ shop, params }) =>
    mapOutcome(await showMessage(shop, params.id), ({ purchase, purchases, ...message }) => ({
      ...message,
      ...(purchase && { purchase: withLinePictures(shop)(purchase) }),
      purchases: purchases.map(withLinePictures(shop)),
    })),
  markMessage: ({ shop, viewer, params, body }) => markMessage(shop, viewer, params.id, body.done),
} satisfies Partial<Handlers>
