import type { ReactNode } from 'react'
import { useSettings } from '../../layout/use-settings.ts'
import { Alert } from '../../ui/alert.tsx'

/** The sign-in forms. The store's own work without scripts; Firebase's do not, and show a message. */
export function NeedsScripts({ children }: { children: ReactNode }) {
  if (useSettings().signIn.kind !== 'firebase') return children
  return (
    <>
      <div className="hidden noscript:block">
        <Alert title="Logging in needs JavaScript in this store.">
          Switch it on in your browser and reload this page. Parts can be browsed without.
        </Alert>
      </div>
      <div className="noscript:hidden">{children}</div>
    </>
  )
}
