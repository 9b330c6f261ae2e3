import { useEffect, useEffectEvent, useRef } from 'react'
import { Link, useNavigate } from 'react-router'
import { nextStep, vehicleSteps } from '#domain/vehicles/chosen-vehicle.ts'
import * as paths from '#paths.ts'
import { EngineLinks } from '../../components/listing/engine-links.tsx'
import type { SerializedChoices } from '../../components/vehicle-finder/serialized-choices.ts'
import { VehicleFinder } from '../../components/vehicle-finder/vehicle-finder.tsx'
import type { RefusedForm } from '../../form-action.server.ts'
import { clearVehicle, saveVehicle, useMyVehicle } from '../../session/my-vehicle.ts'
import { Alert } from '../../ui/alert.tsx'
import { TextLink } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { StatusPill } from '../../ui/status-pill.tsx'
import { HiddenInputs } from './hidden-inputs.tsx'
import { partsPath, type ProductSearch } from './parts-url.ts'

/** The vehicle of the search: its name, whether it is complete, and whether its make is unknown. */
export type SearchedVehicle = { name: string; isWhole: boolean; isUnknown: boolean }

/**
 * The vehicle of the search, and the finder to change it. Expanded while the choice is incomplete, and
 * initially where there is room and no search; a complete vehicle is saved.
 */
export function VehiclePanel({
  search,
  choices,
  vehicle,
  refused,
}: {
  search: ProductSearch
  choices: SerializedChoices
  vehicle: SearchedVehicle
  /** Why the entered words or VIN were refused. */
  refused: RefusedForm | undefined
}) {
  const next = nextStep(search.vehicle)
  const key = vehicleSteps.map((step) => search.vehicle[step]).join(' ')
  const hasNoVehicle = vehicle.name === ''
  const isUnfinished = !hasNoVehicle && !vehicle.isWhole
  // Not above the results of a search, which would be below the first screen.
  const isShownInFull = hasNoVehicle && search.q === ''
  const myVehicle = useMyVehicle()
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
    <div className="mb-3 flex flex-col gap-4 sm:mb-5">
      {vehicle.isUnknown && (
        <Alert title="We don’t know this vehicle">
          Choose its make below. If it is not in the list,{' '}
          <Link to={paths.contact} className="underline underline-offset-4">
            ask the counter
          </Link>
          .
        </Alert>
      )}
      <details
        ref={details}
        open={isUnfinished || refused !== undefined}
        className={classNames(
          'group/vehicle rounded-lg border border-line bg-raised shadow-low',
          isShownInFull && 'lg:details-content:[content-visibility:visible]',
        )}
      >
        <summary
          className={classNames(
            'flex min-h-14 list-none flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-3 sm:px-6 [&::-webkit-details-marker]:hidden',
            isShownInFull && 'supports-[selector(::details-content)]:lg:hidden',
          )}
        >
          {vehicle.isWhole ? (
            <StatusPill tone="ok" wraps>
              Parts that fit {vehicle.name}
            </StatusPill>
          ) : (
            <span className="min-w-0 font-display text-2xl font-semibold sm:-order-2">
              {hasNoVehicle ? 'Select Your Vehicle' : `Your vehicle: ${vehicle.name}`}
            </span>
          )}
          <span className="font-medium underline underline-offset-4">
            <span className="group-open/vehicle:hidden">{vehicle.isWhole ? 'Change vehicle' : 'Open'}</span>
            <span className="hidden group-open/vehicle:inline">Close</span>
          </span>
          {hasNoVehicle && (
            <span className="-mt-2 w-full text-ink-soft sm:mt-0 sm:-order-1 sm:w-auto sm:grow">
              {myVehicle?.name ?? 'To see only what fits'}
            </span>
          )}
        </summary>
        <div className={classNames('border-t border-line p-4 sm:px-6', isShownInFull && 'lg:border-t-0')}>
          {isShownInFull && (
            <p className="mb-3 hidden font-display text-2xl font-semibold supports-[selector(::details-content)]:lg:block">
              Select Your Vehicle
            </p>
          )}
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
            <HiddenInputs search={{ ...search, vehicle: {} }} />
          </VehicleFinder>
        </div>
      </details>
      {vehicle.name && <ClearVehicleLinks toAll={partsPath(search, { vehicle: {} })} name={vehicle.name} />}
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

/** Removes the vehicle `name` from the search (a link to `toAll`), and from this browser. */
function ClearVehicleLinks({ toAll, name }: { toAll: string; name: string }) {
  const navigate = useNavigate()
  const saved = useMyVehicle()?.name === name
  const clear = () => {
    clearVehicle()
    void navigate(toAll)
  }
  return (
    <p className="-my-2 flex flex-wrap items-center gap-x-6">
      <TextLink to={toAll}>Show parts for all vehicles</TextLink>
      {/* Reserves the space: only the browser knows whether the vehicle is saved. */}
      <button
        type="button"
        onClick={clear}
        className={classNames('min-h-11 underline underline-offset-4', !saved && 'invisible')}
      >
        Forget this vehicle
      </button>
    </p>
  )
}
