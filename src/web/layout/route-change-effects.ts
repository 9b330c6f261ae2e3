import { useEffect, useRef } from 'react'
import { useLocation, useRevalidator } from 'react-router'
import { replayEarlyEvents } from '../hydration/early-work.ts'
import { saveFormDrafts } from '../session/form-drafts.ts'
import { keepTokenFresh, useSession } from '../session/session.ts'

const PROTECTED = /^\/(dashboard|purchase-product)(\/|$)/

/**
 * What happens around every change of page; once, in the root's layout, so that it also works around an error page: the focus goes to the new page's heading (so that it is read
 * out), the token is kept fresh, and a protected page is left when the session ends, in whichever tab that happened.
 */
export function RouteChangeEffects(): null {
  const { pathname } = useLocation()
  const before = useRef(pathname)
  useEffect(() => {
    if (before.current === pathname) return
    before.current = pathname
    const heading =
      document.querySelector<HTMLElement>('main h1') ?? document.querySelector<HTMLElement>('main')
    if (!heading) return
    heading.tabIndex = -1
    heading.focus({ preventScroll: true })
  }, [pathname])

  // First: the token's renewal may end the session.
  useEffect(saveFormDrafts, [])
  useEffect(keepTokenFresh, [])
  useEffect(replayEarlyEvents, [])

  const { status } = useSession()
  const { revalidate } = useRevalidator()
  const statusBefore = useRef(status)
  useEffect(() => {
    const ended = statusBefore.current === 'signed-in' && status === 'signed-out'
    statusBefore.current = status
    // The page's own client loader then redirects to /login and remembers where the person was.
    if (ended && PROTECTED.test(pathname)) void revalidate()
  }, [status, pathname, revalidate])
  return null
}
