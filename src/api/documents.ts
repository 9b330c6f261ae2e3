import { showDocument } from '#domain/documents/show-document.server.ts'
import type { Handlers } from './serve-call.ts'

export const documents = {
  showDocument: ({ shop, viewer, params }) => showDocument(shop, viewer, params.id),
} satisfies Partial<Handlers>
