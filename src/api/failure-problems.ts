import type { PictureFolderError } from '#domain/products/image-store.ts'

// The problems that exceptions become; refusals are in refusal-status.ts.

/** Status, code, title and detail of the response to a failure of the store itself. */
export type FailureProblem = readonly [status: number, code: string, title: string, detail: string]

/** Of the database, by the kinds of db/database-failure.ts. */
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
    'The store lost its database on the way. In a minute, look whether it was done, and try again if it was not.',
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
    'Only reading',
    'The store can only show things at the moment. Nothing was changed. Try again in a minute.',
  ],
}

/** Of the folder of pictures. */
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
    'Pictures not reachable',
    'The store cannot reach its pictures at the moment. Nothing was changed. Try again in a minute.',
  ],
}

/** Of anything else. */
export const OUR_FAULT: FailureProblem = [
  500,
  'internal_error',
  'Our fault',
  'Something went wrong on our side. Try again in a minute.',
]

/** The title of a 405, whose detail names the methods of the address. */
export const METHOD_NOT_ALLOWED = 'Method not allowed'
