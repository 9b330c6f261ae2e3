import { PROOF_SECONDS } from '#domain/accounts/identity-provider.ts'
import { useSettings } from '../../layout/use-settings.ts'
import { Card } from '../../ui/card.tsx'

const providerStep = {
  call: 'The identity provider',
  body: '',
  text: `A sign-in at this store’s identity provider returns an ID token for the store. Renew it there: it is taken for ${PROOF_SECONDS / 60} minutes after its issue.`,
}

const steps = [
  {
    call: 'POST /auth/sign-in/email',
    body: '{ email, password }',
    text: 'returns the identity token, valid for 7 days. POST /auth/sign-up/email with a name opens an account and returns the same.',
  },
  {
    call: 'PUT /user/{email}',
    body: '{ email }, with that token as bearer',
    text: 'returns the access token and its expiry. It is the bearer of every other call. Repeat this call on 401, or shortly before the expiry.',
  },
  {
    call: 'POST /auth/sign-out',
    body: '{}, with either token as bearer',
    text: 'ends the session and every access token issued for it.',
  },
]

/** How an API client gets, renews and revokes its tokens. */
export function SigningIn() {
  const hasOwnAccounts = useSettings().signIn.kind === 'embedded'
  const shown = hasOwnAccounts ? steps : [providerStep, ...steps.slice(1)]
  return (
    <Card
      as="section"
      id="signing-in"
      aria-labelledby="signing-in-title"
      className="flex scroll-mt-6 flex-col gap-4"
    >
      <h2 id="signing-in-title" className="text-lg font-semibold">
        Signing in
      </h2>
      <ol className="flex flex-col gap-4">
        {shown.map(({ call, body, text }) => (
          <li key={call}>
            <p className="font-mono text-sm break-words">
              <span className="font-semibold">{call}</span> {body}
            </p>
            <p className="mt-1">{text}</p>
          </li>
        ))}
      </ol>
      <p>
        A bearer token goes in the header <code className="font-mono text-sm">Authorization: Bearer …</code>.
        Pages on another host may call the store when its setting{' '}
        <code className="font-mono text-sm">CORS_ORIGINS</code> names their origin.
        {hasOwnAccounts &&
          ' An account with a second factor signs in with a cookie, in the store’s own pages.'}
      </p>
    </Card>
  )
}
