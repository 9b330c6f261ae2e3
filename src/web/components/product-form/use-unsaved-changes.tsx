import { useEffect, useRef } from 'react'
import { useBlocker } from 'react-router'
import { sessionNow } from '../../session/session.ts'
import { ConfirmDialog } from '../../ui/dialog.tsx'

/**
 * Asks before a page with unsaved changes (`dirty`) is left: by a link or "back" with `dialog`, which the screen must render;
 * by closing or reloading with the browser's own question. Call `release` once the changes are saved, before going on.
 */
export function useUnsavedChanges(dirty: boolean) {
  const released = useRef(false)
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      // What is typed waits for the end of a session by itself: see kept-forms.
      dirty &&
      !released.current &&
      sessionNow().status === 'signed-in' &&
      currentLocation.pathname !== nextLocation.pathname,
  )

  useEffect(() => {
    if (!dirty) return
    const ask = (event: BeforeUnloadEvent) => {
      if (!released.current) event.preventDefault()
    }
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [dirty])

  const dialog = (
    <ConfirmDialog
      open={blocker.state === 'blocked'}
      title="Leave without saving?"
      message="What you changed on this page has not been saved, and is lost when you leave."
      confirmLabel="Leave"
      cancelLabel="Stay here"
      onConfirm={() => blocker.proceed?.()}
      onCancel={() => blocker.reset?.()}
    />
  )
  return {
    dialog,
    release: () => {
      released.current = true
    },
  }
}
