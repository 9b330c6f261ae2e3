import * as paths from '#paths.ts'
import { LinkButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'

/** The result of a search for a VIN with a mistake. */
export function VinProblem({ problem }: { problem: string }) {
  return (
    <EmptyState
      title="This looks like a VIN"
      text={`${problem} Correct it, or add your vehicle by year, make and model above.`}
    >
      <LinkButton to={paths.parts}>Browse all parts</LinkButton>
    </EmptyState>
  )
}
