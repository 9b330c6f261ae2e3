import { isRouteErrorResponse, Outlet } from 'react-router'
import { NotFoundPage } from '../not-found/not-found-page.tsx'
import type { Route } from './+types/error-guard'
import { ErrorPage } from './error-page.tsx'

/**
 * An error boundary around the screens. The root's boundary would re-render the document, and Trusted Types block its scripts: the
 * page went blank.
 */
export default function ErrorGuard() {
  return <Outlet />
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  if (isRouteErrorResponse(error) && error.status === 404) return <NotFoundPage />
  return <ErrorPage error={error} />
}
