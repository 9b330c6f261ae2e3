import { z } from 'zod'
import { PageQuery, SearchText } from '../shared/lists.ts'

/**
 * A mail that was not delivered and is not tried again by itself, as admins see it. `recipient`: masked. `reason`: as the mail server said it,
 * without addresses. `usable`: false once a link in it has expired; then it cannot be sent again.
 */
export const DeadLetterSchema = z.object({
  _id: z.string(),
  kind: z.string(),
  subject: z.string(),
  recipient: z.string(),
  reason: z.string(),
  attempts: z.number().int(),
  failedAt: z.string(),
  usable: z.boolean(),
})
export type DeadLetter = z.infer<typeof DeadLetterSchema>

/** A page of them. `q`: part of the recipient's address or of the subject. `after`: the _id of the last one returned. */
export const ListDeadLettersQuery = PageQuery.extend({ q: SearchText.optional() })
export type ListDeadLettersQuery = z.infer<typeof ListDeadLettersQuery>
