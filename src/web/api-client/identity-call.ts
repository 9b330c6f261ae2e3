import { fetchOrProblem, problemFrom } from './api-problem.ts'

/** POSTs to the identity provider and returns its JSON. Throws an ApiProblem whose message can be shown to the user. */
export async function identityCall(path: string, body: object): Promise<unknown> {
  const answer = await fetchOrProblem(`/auth${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!answer.ok) throw await problemFrom(answer)
  return answer.json()
}

/** Requests another verification email. Succeeds whether or not the account exists. */
export async function sendVerificationMail(email: string): Promise<void> {
  await identityCall('/send-verification-email', { email })
}
