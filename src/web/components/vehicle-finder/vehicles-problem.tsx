import { type RefObject, useState } from 'react'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'

/**
 * Reports that only vehicles could not be loaded. `reload` retries (false: it failed again); then `heading`
 * is focused, as the button is gone.
 */
export function VehiclesProblem({
  rest,
  reload,
  heading,
}: {
  rest: string
  reload: () => Promise<boolean>
  heading: RefObject<HTMLElement | null>
}) {
  const [busy, setBusy] = useState(false)
  const [failures, setFailures] = useState(0)
  const again = async () => {
    setBusy(true)
    const loaded = await reload()
    setBusy(false)
    if (loaded) heading.current?.focus()
    else setFailures((now) => now + 1)
  }
  return (
    <div>
      {/* Remounted for each failure, so that it is announced again. */}
      <Alert key={failures} tone="danger" title="The vehicles could not be loaded">
        <p>{rest}</p>
      </Alert>
      <Button className="mt-3" busy={busy} onClick={() => void again()}>
        Try again
      </Button>
    </div>
  )
}
