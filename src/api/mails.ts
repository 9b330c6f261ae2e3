import { dismissDeadLetter } from '#domain/mails/dismiss-dead-letter.server.ts'
import { listDeadLetters } from '#domain/mails/list-dead-letters.server.ts'
import { sendDeadLetterAgain } from '#domain/mails/send-dead-letter-again.server.ts'
import type { Handlers } from './serve-call.ts'

/** Emails that were not delivered, for admins. */
export const mails = {
  listDeadLetters: ({ shop, query }) => listDeadLetters(shop, query),
  sendDeadLetterAgain: ({ shop, viewer, params }) => sendDeadLetterAgain(shop, viewer, params.id),
  dismissDeadLetter: ({ shop, viewer, params }) => dismissDeadLetter(shop, viewer, params.id),
} satisfies Partial<Handlers>
