import { type RefObject, useState } from 'react'
import { useMutation } from '../../api-client/use-mutation.ts'
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
  const [failures, setFailures] = useState(0)
  const { busy, send } = useMutation(reload, {
    next: (loaded) => (loaded ? heading.current?.focus() : setFailures((now) => now + 1)),
  })
  return (
    <div>
      {/* Remounted for each failure, so that it is announced again. */}
      <Alert key={failures} tone="danger" title="The vehicles could not be loaded">
        <p>{rest}</p>
      </Alert>
      <Button className="mt-3" busy={busy} onClick={() => void send()}>
        Try again
      </Button>
    </div>
  )
}
