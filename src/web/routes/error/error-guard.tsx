import { isRouteErrorResponse, Outlet } from 'react-router'
import { NotFoundPage } from '../not-found/not-found-page.tsx'
import type { Route } from './+types/error-guard'
import { ErrorPage } from './error-page.tsx'

/**
 * The screens' error boundary. The root's boundary would render the document again, whose scripts Trusted
 * Types block: the page would go blank.
 */
export default function ErrorGuard() {
  return <Outlet />
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  if (isRouteErrorResponse(error) && error.status === 404) return <NotFoundPage />
  return <ErrorPage error={error} />
}
