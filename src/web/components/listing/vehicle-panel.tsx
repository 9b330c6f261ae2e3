import { type ComponentProps, useEffect, useEffectEvent, useRef } from 'react'
import { Link, useNavigate } from 'react-router'
import { nextStep, vehicleSteps } from '#domain/vehicles/chosen-vehicle.ts'
import * as paths from '#paths.ts'
import type { RefusedForm } from '../../form-action.server.ts'
import { clearVehicle, saveVehicle, useMyVehicle } from '../../session/my-vehicle.ts'
import { Alert } from '../../ui/alert.tsx'
import { TextLink } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import type { SerializedChoices } from '../vehicle-finder/serialized-choices.ts'
import { VehicleFinder } from '../vehicle-finder/vehicle-finder.tsx'
import { EngineLinks } from './engine-links.tsx'
import { HiddenInputs } from './hidden-inputs.tsx'
import { partsPath, type ProductSearch } from './parts-url.ts'
import { VehicleChoice } from './vehicle-choice.tsx'

/** The vehicle of the search: its name, whether it is complete, and whether its make is unknown. */
export type SearchedVehicle = { name: string; isWhole: boolean; isUnknown: boolean }

const NO_VEHICLE: SearchedVehicle = { name: '', isWhole: false, isUnknown: false }
const NOT_COUNTED = { '': null, all: null }

/**
 * The vehicle of the search, and the finder to change it, folded into a bar. Expanded while the choice is
 * incomplete; a complete vehicle is saved.
 */
export function VehiclePanel({
  search,
  choices,
  vehicle = NO_VEHICLE,
  refused,
  counts = NOT_COUNTED,
}: {
  search: ProductSearch
  choices: SerializedChoices
  vehicle?: SearchedVehicle
  /** Why the entered words or VIN were refused. */
  refused?: RefusedForm | undefined
  /** Of the list for the vehicle, and of that for all vehicles, where it is counted. */
  counts?: ComponentProps<typeof VehicleChoice>['counts']
}) {
  const next = nextStep(search.vehicle)
  const key = vehicleSteps.map((step) => search.vehicle[step]).join(' ')
  const hasNoVehicle = vehicle.name === ''
  const isUnfinished = !hasNoVehicle && !vehicle.isWhole
  const details = useRef<HTMLDetailsElement>(null)
  const shownKey = useRef(key)
  useEffect(() => {
    const panel = details.current
    if (!panel || shownKey.current === key) return
    shownKey.current = key
    panel.open = isUnfinished
    // The focused form was replaced by the next step's. When everything is shown there is no summary.
    for (const place of ['summary', 'select'])
      if (document.activeElement === document.body) panel.querySelector<HTMLElement>(place)?.focus()
  }, [key, isUnfinished])
  const save = useEffectEvent(() => {
    if (!vehicle.isWhole) return
    // A car's only engine need not be chosen; it makes the fit certain.
    const [engine, ...others] = choices.engines
    const only = engine && others.length === 0 ? { engine: engine.key } : {}
    saveVehicle({
      vehicle: { ...search.vehicle, ...only },
      name: vehicle.name,
    })
  })
  useEffect(() => save(), [key])
  return (
    <div className="mb-3 flex flex-col gap-4">
      {vehicle.isUnknown && (
        <Alert title="We don’t know this vehicle">
          Choose its make below. If it is not in the list,{' '}
          <Link to={paths.contact} className="underline underline-offset-4">
            ask the counter
          </Link>
          .
        </Alert>
      )}
      <div className={classNames(vehicle.isWhole && 'flex flex-wrap items-center gap-x-6 gap-y-2')}>
        {vehicle.isWhole && <VehicleChoice search={search} counts={counts} />}
        <details
          ref={details}
          open={isUnfinished || refused !== undefined}
          className={classNames(
            'group/vehicle open:w-full open:rounded-lg open:border open:border-line open:bg-raised open:shadow-low',
            vehicle.isWhole
              ? // The header's vehicle is enough there.
                'max-sm:not-open:hidden'
              : 'rounded-lg border border-line bg-raised shadow-low',
          )}
        >
          <summary
            className={classNames(
              'flex min-h-11 list-none flex-wrap items-center justify-between gap-x-4 gap-y-2 group-open/vehicle:px-4 sm:group-open/vehicle:px-6 [&::-webkit-details-marker]:hidden',
              !vehicle.isWhole && 'px-4 py-1.5 sm:px-6',
            )}
          >
            {!vehicle.isWhole && (
              <span className="min-w-0 font-display text-xl font-semibold sm:-order-2">
                {hasNoVehicle ? 'Shopping for?' : `Your vehicle: ${vehicle.name}`}
              </span>
            )}
            <span className="font-medium underline underline-offset-4">
              <span className="group-open/vehicle:hidden">
                {hasNoVehicle ? 'Add your vehicle' : 'Change vehicle'}
              </span>
              <span className="hidden group-open/vehicle:inline">Close</span>
            </span>
            {hasNoVehicle && (
              <span className="text-ink-soft max-sm:sr-only sm:-order-1 sm:grow">
                See only parts that fit
              </span>
            )}
          </summary>
          <div className="border-t border-line p-4 sm:px-6">
            {isUnfinished && next && (
              <p className="mb-3 text-ink-soft">
                Choose the {next} to see exactly what fits. Below is what we have for any {vehicle.name}.
              </p>
            )}
            <VehicleFinder
              key={key}
              choices={choices}
              chosen={search.vehicle}
              path={partsPath(search)}
              refused={refused}
            >
              <HiddenInputs search={{ ...search, vehicle: {}, fit: '' }} />
            </VehicleFinder>
          </div>
        </details>
        {vehicle.isWhole && (
          <RemoveVehicle toAll={partsPath(search, { vehicle: {}, fit: '' })} name={vehicle.name} />
        )}
        {isUnfinished && (
          <TextLink to={partsPath(search, { vehicle: {}, fit: 'all' })} className="mt-2">
            All vehicles
          </TextLink>
        )}
      </div>
      {next === 'engine' && (
        <EngineLinks
          engines={choices.engines.map(({ key, label }) => ({
            name: label,
            path: partsPath(search, { vehicle: { ...search.vehicle, engine: key } }),
          }))}
        />
      )}
    </div>
  )
}

/** Removes the vehicle `name` from the search (`toAll`), and from this browser. */
function RemoveVehicle({ toAll, name }: { toAll: string; name: string }) {
  const navigate = useNavigate()
  const saved = useMyVehicle()?.name === name
  const remove = () => {
    clearVehicle()
    void navigate(toAll)
  }
  // Reserves the space: only the browser knows whether the vehicle is saved.
  return (
    <button
      type="button"
      onClick={remove}
      aria-label={`Remove your ${name}`}
      className={classNames('min-h-11 underline underline-offset-4 max-sm:hidden', !saved && 'invisible')}
    >
      Remove
    </button>
  )
}
