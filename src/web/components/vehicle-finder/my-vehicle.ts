import { useMemo, useSyncExternalStore } from 'react'
import { isWholeVehicle, readVehicle, vehicleSearch } from '#domain/vehicles/chosen-vehicle.ts'
import type { VehicleQuery } from '#domain/vehicles/vehicle.ts'

/**
 * The vehicle that this browser remembers: make, year and model at least, its name as people say it, and the keys of the engines it
 * comes with (none: not known).
 */
export type MyVehicle = { vehicle: VehicleQuery; name: string; engines: readonly string[] }

const KEY = 'vehicle'
const CHANGED = 'vehiclechange'
const MAX_NAME = 200
/** More than any car comes with. */
const MAX_ENGINES = 50

/** The remembered vehicle, live in all tabs. Null on the server and while hydrating: render the same for everybody then. */
export function useMyVehicle(): MyVehicle | null {
  const text = useSyncExternalStore(subscribe, storedText, () => null)
  return useMemo(() => parseMyVehicle(text), [text])
}

/** Remembers a whole vehicle in this browser, for all its tabs. Where storage is refused nothing is remembered. */
export function rememberVehicle(mine: MyVehicle): void {
  change((storage) => storage.setItem(KEY, myVehicleText(mine)))
}

/** Forgets the vehicle in this browser. */
export function forgetVehicle(): void {
  change((storage) => storage.removeItem(KEY))
}

/** How a vehicle is stored: as in the address of its parts, its name, and its engines. */
export function myVehicleText({ vehicle, name, engines }: MyVehicle): string {
  const rest = [['name', name], ...engines.map((engine) => ['engines', engine])]
  return `${vehicleSearch(vehicle)}&${new URLSearchParams(rest)}`
}

/** The vehicle of a stored text; null for whatever is none. */
export function parseMyVehicle(text: string | null): MyVehicle | null {
  const stored = new URLSearchParams(text ?? '')
  const vehicle = readVehicle(stored)
  const name = stored.get('name')?.trim().slice(0, MAX_NAME)
  const engines = stored.getAll('engines').slice(0, MAX_ENGINES)
  return name && isWholeVehicle(vehicle) ? { vehicle, name, engines } : null
}

function change(write: (storage: Storage) => void): void {
  try {
    write(localStorage)
    dispatchEvent(new Event(CHANGED))
  } catch {
    // Storage may be forbidden or full: the store works without it.
  }
}

function storedText(): string | null {
  try {
    return localStorage.getItem(KEY)
  } catch {
    return null
  }
}

function subscribe(listener: () => void): () => void {
  // `storage` tells of other tabs only.
  const changes = [CHANGED, 'storage']
  for (const kind of changes) addEventListener(kind, listener)
  return () => {
    for (const kind of changes) removeEventListener(kind, listener)
  }
}
