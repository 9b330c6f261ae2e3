import { identityPaths } from '#identity-paths.ts'
import { ApiProblem, jsonOrProblem, sendJson } from '../api-problem.ts'

/**
 * POSTs to the identity provider, or without a body reads from it, and returns its JSON.
 * @throws an ApiProblem whose message can be shown to the user.
 */
export async function identityCall(
  path: string,
  body?: object,
  headers?: Record<string, string>,
): Promise<unknown> {
  return jsonOrProblem(await sendJson(path, { method: body ? 'POST' : 'GET', body, headers }))
}

/**
 * Ends the identity session and the access tokens issued for it, if they have not already ended.
 * @returns the URL that signs the browser out at the provider too; null when there is none.
 * @throws ApiProblem when the store refuses or cannot be reached.
 */
export async function endIdentitySession(headers?: Record<string, string>): Promise<string | null> {
  try {
    return Object(await identityCall(identityPaths.signOut, {}, headers)).redirect ?? null
  } catch (error) {
    if (error instanceof ApiProblem && error.status === 401) return null
    throw error
  }
}
