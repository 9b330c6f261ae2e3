import { Link } from 'react-router'
import { vehicleSearch } from '#domain/vehicles/chosen-vehicle.ts'
import { type Fitment, fitOf } from '#domain/vehicles/fitment.ts'
import { useMyVehicle } from '../vehicle-finder/my-vehicle.ts'
import { StatusPill } from '../../ui/status-pill.tsx'

/** Whether the product fits the saved vehicle. Renders nothing without a vehicle or fitments. */
export function FitBadge({ fitments }: { fitments: readonly Fitment[] }) {
  const mine = useMyVehicle()
  if (!mine || fitments.length === 0) return null
  const { vehicle, name, engines } = mine
  const fit = fitOf(fitments, vehicle, engines)
  if (fit === 'not known')
    return (
      <>
        <StatusPill tone="caution" wraps>
          We can’t confirm this fits your {name}
        </StatusPill>
        <PartsLink to={`/parts?${vehicleSearch(vehicle)}`}>See parts that fit</PartsLink>
      </>
    )
  // The page lists the variants; the finder does not ask for them.
  if (fit === 'some variants')
    return (
      <StatusPill tone="caution" wraps>
        Fits some variants of your {name} only
      </StatusPill>
    )
  // Green only for a certain fit: the user may have another engine.
  if (fit === 'some engines')
    return (
      <>
        <StatusPill tone="caution" wraps>
          Fits your {name} with some engines only
        </StatusPill>
        <PartsLink to={`/parts?${vehicleSearch(vehicle)}`}>Choose your engine</PartsLink>
      </>
    )
  return (
    <StatusPill tone="ok" wraps>
      Fits your {name}
    </StatusPill>
  )
}

function PartsLink({ to, children }: { to: string; children: string }) {
  return (
    <Link to={to} className="inline-flex min-h-11 items-center underline underline-offset-4">
      {children}
    </Link>
  )
}
