import { z } from 'zod'
import { DeadLetterSchema, ListDeadLettersQuery } from '#domain/mails/dead-letter.ts'
import { defineCall } from './call.ts'
import { Deleted, IdParams, Modified } from './shared-schemas.ts'

export const listDeadLetters = defineCall({
  method: 'GET',
  path: '/dead-letters',
  summary: 'List mails that were not delivered, newest first',
  who: 'admin',
  query: ListDeadLettersQuery,
  response: z.array(DeadLetterSchema),
})

export const sendDeadLetterAgain = defineCall({
  method: 'POST',
  path: '/dead-letters/{id}/send',
  summary: 'Send a mail again that was not delivered',
  who: 'admin',
  params: IdParams,
  response: Modified,
  refusals: ['not_found', 'mail_expired'],
})

export const dismissDeadLetter = defineCall({
  method: 'DELETE',
  path: '/dead-letters/{id}',
  summary: 'Dismiss a mail that was not delivered',
  who: 'admin',
  params: IdParams,
  response: Deleted,
  refusals: ['not_found'],
})
