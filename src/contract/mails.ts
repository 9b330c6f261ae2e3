import { z } from 'zod'
import { DeadLetterSchema, ListDeadLettersQuery } from '#domain/mails/dead-letter.ts'
import { defineCall } from './call.ts'
import { DeleteResult, IdParams, UpdateResult } from './shared-schemas.ts'

export const listDeadLetters = defineCall('GET', '/dead-letters', {
  summary: 'List undelivered emails, newest first',
  access: 'admin',
  query: ListDeadLettersQuery,
  response: z.array(DeadLetterSchema),
})

export const sendDeadLetterAgain = defineCall('POST', '/dead-letters/{id}/send', {
  summary: 'Resend an undelivered email',
  access: 'admin',
  params: IdParams,
  response: UpdateResult,
  refusals: ['mail_expired'],
})

export const dismissDeadLetter = defineCall('DELETE', '/dead-letters/{id}', {
  summary: 'Dismiss an undelivered email',
  access: 'admin',
  params: IdParams,
  response: DeleteResult,
})
