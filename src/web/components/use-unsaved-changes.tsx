import { useEffect, useRef } from 'react'
import { useBlocker } from 'react-router'
import { currentSession } from '../session/session-store.ts'
import { ConfirmDialog } from '../ui/dialog.tsx'

/**
 * Confirms before leaving a page with unsaved changes (`dirty`): in-app navigation with `dialog`, which the
 * screen must render; closing or reloading with the browser's prompt. Call `release` after saving, before
 * navigating.
 */
export function useUnsavedChanges(dirty: boolean) {
  const released = useRef(false)
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      // A draft survives the end of a session; see form-drafts.ts.
      dirty &&
      !released.current &&
      currentSession().status === 'signed-in' &&
      currentLocation.pathname !== nextLocation.pathname,
  )

  useEffect(() => {
    if (!dirty) return
    const confirmLeave = (event: BeforeUnloadEvent) => {
      if (!released.current) event.preventDefault()
    }
    addEventListener('beforeunload', confirmLeave)
    return () => removeEventListener('beforeunload', confirmLeave)
  }, [dirty])

  const dialog = blocker.state === 'blocked' && (
    <ConfirmDialog
      title="Leave without saving?"
      message="Your changes on this page haven’t been saved, and are lost if you leave."
      confirmLabel="Leave"
      cancelLabel="Stay here"
      onConfirm={() => blocker.proceed()}
      onCancel={() => blocker.reset()}
    />
  )
  return {
    dialog,
    release: () => {
      released.current = true
    },
  }
}
