import { isRouteErrorResponse, Outlet } from 'react-router'
import { NotFoundPage } from '../not-found/not-found-page.tsx'
import type { Route } from './+types/error-guard'
import { ErrorPage } from './error-page.tsx'

/**
 * Stands between the document and the screens: an error of a screen that has no boundary of its own is shown in its place.
 * The root's boundary would make the document anew, and Trusted Types forbid the browser its scripts: the page went blank.
 */
export default function ErrorGuard() {
  return <Outlet />
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  if (isRouteErrorResponse(error) && error.status === 404) return <NotFoundPage />
  return <ErrorPage error={error} />
}
