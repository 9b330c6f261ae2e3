import { Alert } from '../../ui/alert.tsx'

/** What became of the link in the verification mail (`?verified=1`, with `&error=…` when it did not work). */
export function VerifiedNote({ search }: { search: URLSearchParams }) {
  if (search.get('verified') !== '1') return null
  if (!search.has('error'))
    return (
      <Alert tone="ok" title="Your email address is verified.">
        You can log in now.
      </Alert>
    )
  return (
    <Alert tone="note" title="This link no longer works.">
      It was used before or is too old. If your email address is still unverified, log in and ask for a new
      link.
    </Alert>
  )
}
