import type { PictureFolderError } from '#domain/products/image-store.ts'
import type { Problem } from './problem.ts'

// Responses to exceptions; refusals are in refusal-status.ts.

/** Responses to database failures, keyed by `DatabaseFailure`. */
export const DATABASE_PROBLEMS = {
  unavailable: {
    code: 'database_unavailable',
    detail: 'The store cannot reach its database. Nothing was changed. Try again in a minute.',
  },
  lost: {
    code: 'database_unavailable',
    detail:
      'The connection was lost before we could confirm your change. Check in a minute whether it went through before you try again.',
  },
  busy: {
    code: 'database_busy',
    detail:
      'Another request is changing the same thing right now. Nothing was changed. Try again in a few seconds.',
  },
  overloaded: {
    code: 'overloaded',
    detail:
      'Many people are requesting the same thing right now. Nothing was changed. Try again in a few seconds.',
  },
  full: {
    code: 'database_full',
    detail:
      'The store has no room left to store this. Nothing was changed. Try again later, or contact the store.',
  },
  read_only: {
    code: 'database_read_only',
    detail: 'The store is temporarily read-only. Nothing was changed. Try again in a minute.',
  },
} satisfies Record<string, Problem>

export const PICTURE_FOLDER_PROBLEMS: Record<PictureFolderError['kind'], Problem> = {
  full: {
    code: 'picture_storage_full',
    detail:
      'The store has no room left for pictures. Nothing was stored. Contact the store’s owner, then try again.',
  },
  unusable: {
    code: 'picture_storage_unavailable',
    detail: 'Picture storage is unavailable. Nothing was changed. Try again in a minute.',
  },
}

/** Response to any other failure. */
export const OUR_FAULT: Problem = {
  code: 'internal_error',
  detail: 'Something went wrong on our side. Try again in a minute.',
}
