import { ApiProblem, fetchOrProblem, problemFrom } from '../../api-client/api-problem.ts'

/** Changes the identity's display name, authorized by its session cookie. @throws ApiProblem */
export async function changeName(name: string): Promise<void> {
  const answer = await fetchOrProblem('/auth/update-user', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name }),
  })
  if (answer.status === 401)
    throw new ApiProblem('No user is logged in', { status: 401, code: 'unauthenticated' })
  if (!answer.ok) throw await problemFrom(answer)
}
