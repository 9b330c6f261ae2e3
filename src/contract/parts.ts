import { z } from 'zod'

/** Schemas that several calls share. */

/** No parameters, no query or no body. */
export const Nothing = z.object({})

/** An e-mail in a path; compared by its normal form with the caller's own. */
export const EmailParams = z.object({ email: z.string().max(254) })

/** An id in a path. A malformed one is answered like a missing one (404), so any short text passes here. */
export const IdParams = z.object({ id: z.string().max(100) })

export const Inserted = z.object({ insertedId: z.string() })
export const Modified = z.object({ modifiedCount: z.number().int() })
export const Deleted = z.object({ deletedCount: z.number().int() })

/** How many of a list, from where: `after` is the _id of the last one already seen. */
export const PageQuery = z.object({
  limit: z.coerce.number().int().min(1).max(500).default(100),
  after: z.uuid().optional(),
})
