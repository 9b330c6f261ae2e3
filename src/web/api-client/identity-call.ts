import { fetchOrProblem, problemFrom } from './api-problem.ts'

/**
 * POSTs to the identity provider, or without a body reads from it, and returns its JSON.
 * @throws an ApiProblem whose message can be shown to the user.
 */
export async function identityCall(
  path: string,
  body?: object,
  headers: Record<string, string> = {},
): Promise<unknown> {
  const post = {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  }
  const response = await fetchOrProblem(`/auth${path}`, body ? post : {})
  if (!response.ok) throw await problemFrom(response)
  return response.json()
}
