import { z } from 'zod'
import { DeadLetterSchema, ListDeadLettersQuery } from '#domain/mails/dead-letter.ts'
import { defineCall } from './call.ts'
import { DeleteResult, IdParams, UpdateResult } from './shared-schemas.ts'

export const listDeadLetters = defineCall({
  method: 'GET',
  path: '/dead-letters',
  summary: 'List undelivered emails, newest first',
  access: 'admin',
  query: ListDeadLettersQuery,
  response: z.array(DeadLetterSchema),
})

export const sendDeadLetterAgain = defineCall({
  method: 'POST',
  path: '/dead-letters/{id}/send',
  summary: 'Resend an undelivered email',
  access: 'admin',
  params: IdParams,
  response: UpdateResult,
  refusals: ['mail_expired'],
})

export const dismissDeadLetter = defineCall({
  method: 'DELETE',
  path: '/dead-letters/{id}',
  summary: 'Dismiss an undelivered email',
  access: 'admin',
  params: IdParams,
  response: DeleteResult,
})
