import { isRouteErrorResponse } from 'react-router'
import { vehicleLabel } from '#domain/vehicles/chosen-vehicle.ts'
import { vehicleSlugs } from '#domain/vehicles/vehicle-slugs.ts'
import * as paths from '#paths.ts'
import { LinkButton } from '../../ui/button.tsx'
import { ErrorPage } from '../error/error-page.tsx'
import { NotFoundPage } from '../not-found/not-found-page.tsx'
import type { UnknownVehicle } from './require-vehicle.server.ts'

/**
 * The error boundary of vehicle pages: a 404 page with links to the finder and to the known part of the path,
 * or the error. Routes declare it: React Router passes the error only to a boundary that the route itself
 * declares.
 */
export function VehicleError({ error }: { error: unknown }) {
  if (!isRouteErrorResponse(error) || error.status !== 404) return <ErrorPage error={error} />
  const known = (error.data as UnknownVehicle | null)?.known
  const name = known && vehicleLabel(known)
  if (known?.year !== undefined)
    return (
      <NotFoundPage
        title="No such category"
        text={`We have no category by this name. See everything that fits the ${name}.`}
      >
        <LinkButton to={paths.car(vehicleSlugs(known))}>Parts for the {name}</LinkButton>
      </NotFoundPage>
    )
  return (
    <NotFoundPage
      title="We don’t know this vehicle"
      text="There’s no car of ours at this address. Find yours by make, year and model, in your own words or by VIN."
    >
      <LinkButton to={paths.parts}>Find your vehicle</LinkButton>
      {known ? (
        <LinkButton to={paths.car(vehicleSlugs(known))}>
          {known.model === undefined ? `Models of ${name}` : `Years of the ${name}`}
        </LinkButton>
      ) : (
        <LinkButton to={paths.cars}>All makes</LinkButton>
      )}
    </NotFoundPage>
  )
}
