import * as paths from '#paths.ts'
import { LinkButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import type { VinInSearch } from './vin-in-search.server.ts'

/** The result of a search for a VIN: its vehicle, or what is wrong with it and how to go on. */
export function VinFound({ vin: { text, path } }: { vin: VinInSearch }) {
  return (
    <EmptyState
      title={path ? text : 'This looks like a VIN'}
      text={
        path
          ? 'See the parts that the store lists for this vehicle.'
          : `${text} Correct it, or find your vehicle by year, make and model in the field above.`
      }
    >
      {path && <LinkButton to={path}>See its parts</LinkButton>}
      <LinkButton to={paths.parts}>Browse all parts</LinkButton>
    </EmptyState>
  )
}
