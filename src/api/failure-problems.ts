import type { PictureFolderError } from '#domain/products/image-store.ts'

// Responses to exceptions; refusals are in refusal-status.ts.

/** Status, code, title and detail of the response to a failure of the store itself. */
export type FailureProblem = readonly [status: number, code: string, title: string, detail: string]

/** Responses to database failures, keyed by `DatabaseFailure`. */
export const DATABASE_PROBLEMS: Record<
  'unavailable' | 'lost' | 'busy' | 'overloaded' | 'full' | 'read_only',
  FailureProblem
> = {
  unavailable: [
    503,
    'database_unavailable',
    'Database not reachable',
    'The store cannot reach its database. Nothing was changed. Try again in a minute.',
  ],
  lost: [
    503,
    'database_unavailable',
    'Database not reachable',
    'The connection was lost before we could confirm your change. Check in a minute whether it went through before you try again.',
  ],
  busy: [
    503,
    'database_busy',
    'Busy',
    'Another request is changing the same thing right now. Nothing was changed. Try again in a few seconds.',
  ],
  overloaded: [
    503,
    'overloaded',
    'Busy',
    'Many people are requesting the same thing right now. Nothing was changed. Try again in a few seconds.',
  ],
  full: [
    503,
    'database_full',
    'No room left',
    'The store has no room left to store this. Nothing was changed. Try again later, or contact the store.',
  ],
  read_only: [
    503,
    'database_read_only',
    'Read-only',
    'The store is temporarily read-only. Nothing was changed. Try again in a minute.',
  ],
}

/** Responses to picture-folder failures. */
export const PICTURE_FOLDER_PROBLEMS: Record<PictureFolderError['kind'], FailureProblem> = {
  full: [
    507,
    'picture_storage_full',
    'No room left',
    'The store has no room left for pictures. Nothing was stored. Contact the store’s owner, then try again.',
  ],
  unusable: [
    503,
    'picture_storage_unavailable',
    'Picture storage unavailable',
    'Picture storage is unavailable. Nothing was changed. Try again in a minute.',
  ],
}

/** Response to any other failure. */
export const OUR_FAULT: FailureProblem = [
  500,
  'internal_error',
  'Our fault',
  'Something went wrong on our side. Try again in a minute.',
]

/** The title of a 405, whose detail lists the allowed methods. */
export const METHOD_NOT_ALLOWED = 'Method not allowed'
