import { useMemo, useSyncExternalStore } from 'react'
import { type MiddlewareFunction, redirect } from 'react-router'
import { isWholeVehicle, vehicleFromQuery, vehicleToQuery } from '#domain/vehicles/chosen-vehicle.ts'
import type { VehicleQuery } from '#domain/vehicles/vehicle.ts'
import * as paths from '#paths.ts'
import { VEHICLE_SAVED } from './session-events.ts'

/** The vehicle saved in this browser: at least make, year and model, and its display name. */
export type MyVehicle = { vehicle: VehicleQuery; name: string }

/** The key of localStorage, and the event of its changes in this tab; the head script uses them too. */
export const VEHICLE_KEY = 'vehicle'
export const VEHICLE_CHANGED = 'vehiclechange'
const MAX_NAME_LENGTH = 200

/**
 * The saved vehicle, live in all tabs. Null on the server and during hydration, so that both render the same.
 */
export function useMyVehicle(): MyVehicle | null {
  const text = useSyncExternalStore(subscribe, storedText, () => null)
  return useMemo(() => parseMyVehicle(text), [text])
}

/** The saved vehicle now, for code outside of components. */
export function myVehicle(): MyVehicle | null {
  return parseMyVehicle(storedText())
}

/** Saves a vehicle for all tabs of this browser, unless storage is denied, and announces a new one. */
export function saveVehicle(mine: MyVehicle): void {
  const text = myVehicleText(mine)
  if (text === storedText()) return
  change((storage) => {
    storage.setItem(VEHICLE_KEY, text)
    dispatchEvent(new CustomEvent(VEHICLE_SAVED, { detail: mine }))
  })
}

export function clearVehicle(): void {
  change((storage) => storage.removeItem(VEHICLE_KEY))
}

/** The stored form: the query of its products page, and its name. */
export function myVehicleText({ vehicle, name }: MyVehicle): string {
  return `${vehicleToQuery(vehicle)}&${new URLSearchParams({ name })}`
}

/** Parses stored text; null when it is invalid. */
export function parseMyVehicle(text: string | null): MyVehicle | null {
  const stored = new URLSearchParams(text ?? '')
  const vehicle = vehicleFromQuery(stored)
  const name = stored.get('name')?.trim().slice(0, MAX_NAME_LENGTH)
  return name && isWholeVehicle(vehicle) ? { vehicle, name } : null
}

/** The paths of lists of parts: of the search, and the beginnings of those of a category and of a brand. */
export const LIST_PATHS = { search: paths.parts, of: Object.values(paths.listings).map((path) => `${path}/`) }

/**
 * Where forms are posted: the page that says what is wrong is not replaced by the list for the saved vehicle.
 */
export const FORM_PATH = `${paths.parts}?make=`

/**
 * The address of the same list for the stored vehicle; null when it is no list of parts, or names a vehicle
 * itself: a blank `make` keeps it without one. Self-contained: the head script uses it, too.
 */
export function listForVehicle(
  { pathname, search }: Pick<URL, 'pathname' | 'search'>,
  stored: string | null,
  lists: typeof LIST_PATHS,
): string | null {
  const query = new URLSearchParams(search)
  const vehicle = new URLSearchParams(stored ?? '')
  const isList = pathname === lists.search || lists.of.some((path) => pathname.startsWith(path))
  if (!isList || query.has('make') || !['make', 'year', 'model'].every((step) => vehicle.get(step)))
    return null
  vehicle.delete('name')
  // The page of another list.
  query.delete('page')
  for (const [step, value] of vehicle) query.set(step, value)
  return `${pathname}?${query}`
}

/**
 * Every link and form leads to the list for the saved vehicle. The head script does the same for documents.
 */
export const openListForVehicle: MiddlewareFunction = ({ request, url }, next) => {
  const path = request.method === 'GET' ? listForVehicle(url, storedText(), LIST_PATHS) : null
  if (path !== null) throw redirect(path)
  return next()
}

function change(write: (storage: Storage) => void): void {
  try {
    write(localStorage)
    dispatchEvent(new Event(VEHICLE_CHANGED))
  } catch {
    // Storage may be denied or full: the store works without it.
  }
}

function storedText(): string | null {
  try {
    return localStorage.getItem(VEHICLE_KEY)
  } catch {
    // Storage may be denied.
    return null
  }
}

function subscribe(listener: () => void): () => void {
  const listening = new AbortController()
  // `storage` events fire in other tabs only.
  for (const kind of [VEHICLE_CHANGED, 'storage'])
    addEventListener(kind, listener, { signal: listening.signal })
  return () => listening.abort()
}
