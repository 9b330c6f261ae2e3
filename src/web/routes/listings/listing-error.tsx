import { isRouteErrorResponse } from 'react-router'
import { type ListingKind, listingsPath } from '#domain/products/listing-slug.ts'
import { ErrorPage } from '../error/error-page.tsx'
import { NotFoundPage } from '../not-found/not-found-page.tsx'
import { LinkButton } from '../../ui/button.tsx'

const messages = {
  category: {
    title: 'No such category',
    text: 'We have no category by this name. Search by name or part number, or look through the categories.',
    all: 'All categories',
  },
  brand: {
    title: 'No such brand',
    text: 'We carry no brand by this name. Search by name or part number, or look through the brands.',
    all: 'All brands',
  },
}

/** The error boundary of the page of a category or brand: a 404 page that helps, or what happened. */
export function ListingError({ kind, error }: { kind: ListingKind; error: unknown }) {
  if (!isRouteErrorResponse(error) || error.status !== 404) return <ErrorPage error={error} />
  const { title, text, all } = messages[kind]
  return (
    <NotFoundPage title={title} text={text}>
      <LinkButton to={listingsPath(kind)}>{all}</LinkButton>
    </NotFoundPage>
  )
}
