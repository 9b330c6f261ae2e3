import { useEffect, useRef } from 'react'
import { useLocation, useMatches, useRevalidator } from 'react-router'
import type { RouteHandle } from '../route-handle.ts'
import { saveFormDrafts } from '../session/form-drafts.ts'
import { refreshTokenPeriodically, useSession } from '../session/session.ts'

/**
 * Runs on every route change; used once, in the root layout, so that it also covers error pages. Focuses the
 * new page's heading (so that screen readers announce it), removes the line above an old page, refreshes the
 * token, and leaves a protected page when the session ends in any tab.
 */
export function RouteChangeEffects(): null {
  const { pathname } = useLocation()
  const before = useRef(pathname)
  useEffect(() => {
    if (before.current === pathname) return
    before.current = pathname
    focusHeading()
  }, [pathname])

  // Must be first: renewing the token may end the session.
  useEffect(saveFormDrafts, [])
  useEffect(refreshTokenPeriodically, [])

  const needsSession = useMatches().some(
    ({ handle }) => (handle as RouteHandle | undefined)?.access === 'signed-in',
  )
  const { status } = useSession()
  const { revalidate } = useRevalidator()
  const statusBefore = useRef(status)
  useEffect(() => {
    const ended = statusBefore.current === 'signed-in' && status === 'signed-out'
    statusBefore.current = status
    // The page's client loader then redirects to /login with the return path.
    if (ended && needsSession) void revalidate()
  }, [status, needsSession, revalidate])
  return null
}

/** Focuses the page's heading, such as when the focused control is removed. */
export function focusHeading(): void {
  const heading =
    document.querySelector<HTMLElement>('main h1') ?? document.querySelector<HTMLElement>('main')
  if (!heading) return
  heading.tabIndex = -1
  heading.focus({ preventScroll: true })
}

/** A `ref` that focuses its element when it appears, such as a heading that replaces the focused form. */
export function focusOnMount(element: HTMLElement | null): void {
  element?.focus()
}
