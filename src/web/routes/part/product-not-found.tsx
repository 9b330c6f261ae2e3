import { NotFoundPage } from '../not-found/not-found-page.tsx'

/** The 404 page for an unknown part. */
export function ProductNotFound() {
  return (
    <NotFoundPage
      title="No such part"
      text="There’s no part at this address. It may be mistyped, or we no longer sell the part. Search by name or part number."
    />
  )
}
