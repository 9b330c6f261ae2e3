import { Alert } from '../../ui/alert.tsx'
import { loginNotices } from './login-address.ts'

/** What a form has just done that was posted without scripts: `?done=…`. */
export function DoneAlert({ search }: { search: URLSearchParams }) {
  const done = search.get('done') ?? ''
  if (!Object.hasOwn(loginNotices, done)) return null
  return <Alert tone="ok" title={loginNotices[done as keyof typeof loginNotices]} />
}
