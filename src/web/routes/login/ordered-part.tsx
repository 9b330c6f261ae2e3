import { Link } from 'react-router'

/** Why the visitor is asked to log in: to order this part. */
export function OrderedPart({ part }: { part: { name: string; path: string } }) {
  return (
    <>
      Log in to order{' '}
      <Link to={part.path} className="font-semibold text-ink underline underline-offset-4">
        {part.name}
      </Link>
    </>
  )
}
