import { Link } from 'react-router'
import { vehicleSearch } from '#domain/vehicles/chosen-vehicle.ts'
import { type Fitment, fitOf } from '#domain/vehicles/fitment.ts'
import { Alert } from '../../ui/alert.tsx'
import { useMyVehicle } from '../vehicle-finder/my-vehicle.ts'

/** Before an order: says when it is not certain that the part fits the saved vehicle. Renders nothing without a vehicle or fitments. */
export function FitWarning({ fitments }: { fitments: readonly Fitment[] }) {
  const mine = useMyVehicle()
  if (!mine || fitments.length === 0) return null
  const { vehicle, name, engines } = mine
  const parts = (
    <Link to={`/parts?${vehicleSearch(vehicle)}`} className="underline underline-offset-4">
      See parts that fit
    </Link>
  )
  switch (fitOf(fitments, vehicle, engines)) {
    case 'sure':
      return null
    case 'not known':
      return (
        <Alert tone="caution" title={`This may not fit your ${name}`}>
          <p>
            It is not among the vehicles that we list for this part. {parts}, or order it for another vehicle.
          </p>
        </Alert>
      )
    case 'some engines':
      return (
        <Alert tone="caution" title={`Fits your ${name} with some engines only`}>
          <p>Compare your engine with the list of vehicles on this page before you order.</p>
        </Alert>
      )
    case 'some variants':
      return (
        <Alert tone="caution" title={`Fits some variants of your ${name} only`}>
          <p>Compare yours with the list of vehicles on this page before you order.</p>
        </Alert>
      )
  }
}
