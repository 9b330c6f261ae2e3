import { Link } from 'react-router'
import * as paths from '#paths.ts'
import { pathWithQuery } from '#paths.ts'
import { clearVehicle, useMyVehicle } from '../../session/my-vehicle.ts'
import { Button } from '../../ui/button.tsx'
import { toastSuccess } from '../../ui/toast-store.ts'
import { CarRow, focusCars, NoCar } from './car-row.tsx'

/** The one car that the browser of a visitor remembers. */
export function BrowserCar() {
  const mine = useMyVehicle()
  const forget = () => {
    clearVehicle()
    toastSuccess('Car removed from this browser')
    focusCars()
  }
  return (
    <>
      {mine ? (
        <ul>
          <CarRow vehicle={mine.vehicle} name={mine.name} chosen>
            <Button size="sm" onClick={forget} aria-label={`Remove the ${mine.name}`}>
              Remove
            </Button>
          </CarRow>
        </ul>
      ) : (
        <NoCar />
      )}
      <p className="mt-3 text-ink-soft">
        This browser remembers one car.{' '}
        <Link
          to={pathWithQuery(paths.login, { from: paths.garage })}
          className="text-ink underline underline-offset-4"
        >
          Log in
        </Link>{' '}
        to keep up to ten in your account.
      </p>
    </>
  )
}
