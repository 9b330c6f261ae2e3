import { Link } from 'react-router'
import { classNames } from '../ui/class-names.ts'

/**
 * The vehicle that is shopped for, and the way to another one. Cached pages are the same for everyone: the head script writes the name, before
 * React hydrates and whenever it changes.
 */
export function VehicleChip({ className }: { className: string }) {
  return (
    <Link to="/myGarage" className={classNames('car', className)}>
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
