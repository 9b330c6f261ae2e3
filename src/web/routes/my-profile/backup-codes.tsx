import { focusOnMount } from '../../layout/route-change-effects.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'

/** The ten backup codes, shown once. */
export function BackupCodes({ codes, onKept }: { codes: readonly string[]; onKept: () => void }) {
  return (
    <>
      <Alert tone="ok" title="Two-step verification is on.">
        You are logged out everywhere else.
      </Alert>
      <h3 ref={focusOnMount} tabIndex={-1} className="text-2xl">
        Keep these backup codes
      </h3>
      <p>
        Each one logs you in once when you don’t have your phone. You won’t see them again: print them, or
        write them down.
      </p>
      <ul className="grid grid-cols-2 gap-x-6 gap-y-1 rounded-md border border-line bg-surface p-4 font-mono select-all">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <Button variant="primary" className="self-start" onClick={onKept}>
        I have saved them
      </Button>
    </>
  )
}
