import { z } from 'zod'
import { PageQuery, SearchText } from '../shared/lists.ts'

/**
 * An undelivered email as admins see it; it is not retried automatically. `recipient`: masked. `reason`: the
 * mail server's own words, without addresses. `usable`: false once a link in it has expired; then it cannot
 * be resent.
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

/**
 * A page of undelivered emails. `q`: part of the recipient's address or of the subject. `after`: the _id of
 * the last one returned.
 */
export const ListDeadLettersQuery = PageQuery.extend({ q: SearchText.optional() })
export type ListDeadLettersQuery = z.infer<typeof ListDeadLettersQuery>
