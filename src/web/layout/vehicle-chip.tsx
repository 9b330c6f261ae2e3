import { Link } from 'react-router'
import * as paths from '#paths.ts'
import { CarIcon } from '../ui/icons.tsx'

/**
 * The vehicle that the visitor shops for, or a link to choose one. The head script writes its name, as cached
 * pages are the same for everyone.
 */
export function VehicleChip() {
  return (
    <Link to={paths.garage} className="car">
      <CarIcon />
      <span className="no-car">
        Add<span className="max-sm:sr-only"> your</span> vehicle
      </span>
      <b className="has-car" data-car="" suppressHydrationWarning>
        {' '}
      </b>
      <span className="has-car sr-only"> Change</span>
    </Link>
  )
}
