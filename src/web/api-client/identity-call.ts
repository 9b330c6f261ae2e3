import { fetchOrProblem, problemFrom } from './api-problem.ts'

/** One of the identity provider's own HTTP calls; answers its JSON. Throws an ApiProblem whose message can be shown as it is. */
export async function identityCall(path: string, body: object): Promise<unknown> {
  const answer = await fetchOrProblem(`/auth${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!answer.ok) throw await problemFrom(answer)
  return answer.json()
}

/** Asks for another mail with a link that confirms this address. Succeeds whether or not there is such an account. */
export async function sendVerificationMail(email: string): Promise<void> {
  await identityCall('/send-verification-email', { email })
}
