import { Link } from 'react-router'
import * as paths from '#paths.ts'
import { classNames } from '../ui/class-names.ts'

/**
 * The vehicle that the visitor shops for, or a link to choose one. The head script writes its name, as cached
 * pages are the same for everyone.
 */
export function VehicleChip({ className }: { className: string }) {
  return (
    <Link to={paths.garage} className={classNames('car', className)}>
      <u className="no-car">Select your car</u>
      <span className="has-car">
        <b data-car="" className="mr-2" suppressHydrationWarning>
          {' '}
        </b>{' '}
        <u>Change</u>
      </span>
    </Link>
  )
}
