import * as paths from '#paths.ts'
import { showObstacle } from '../../../components/quote/obstacles.ts'
import { Button, LinkButton } from '../../../ui/button.tsx'
import type { SummaryState } from './use-summary.ts'

/** Leads to the checkout; while something keeps it from that, to what it is. */
export function CheckOutButton({
  summary: { blockedBy, methodId },
  full = false,
}: {
  summary: SummaryState
  full?: boolean
}) {
  if (blockedBy === null)
    return (
      <LinkButton variant="primary" size="lg" full={full} to={paths.checkout(methodId)}>
        Check Out
      </LinkButton>
    )
  return (
    <Button
      variant="primary"
      size="lg"
      full={full}
      aria-describedby={blockedBy}
      onClick={() => showObstacle(blockedBy)}
    >
      Check Out
    </Button>
  )
}
