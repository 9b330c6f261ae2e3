import { z } from 'zod'
import { idText } from '#domain/shared/id.ts'
import { boundedText } from '#domain/shared/text.ts'

// Schemas that several calls share.

/** No parameters, no query or no body. */
export const Empty = z.object({})

/** An email in a path. Its normal form is compared with the caller's own. */
export const EmailParams = z.object({ email: boundedText(254) })

/** An id in a path. A malformed one returns 404 like a missing one. */
export const IdParams = z.object({ id: idText() })

/** Whether only admins see it. */
export const HiddenInput = z.object({ hidden: z.boolean() })

export const InsertResult = z.object({ insertedId: z.string() })
export const UpdateResult = z.object({ modifiedCount: z.number().int() })
export const DeleteResult = z.object({ deletedCount: z.number().int() })
