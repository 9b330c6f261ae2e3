import { useMemo, useSyncExternalStore } from 'react'
import { isWholeVehicle, readVehicle, vehicleSearch } from '#domain/vehicles/chosen-vehicle.ts'
import type { VehicleQuery } from '#domain/vehicles/vehicle.ts'

/** The vehicle saved in this browser: at least make, year and model, its display name, and its engine keys (empty: unknown). */
export type MyVehicle = { vehicle: VehicleQuery; name: string; engines: readonly string[] }

const KEY = 'vehicle'
const CHANGED = 'vehiclechange'
const MAX_NAME = 200
/** More than any car has. */
const MAX_ENGINES = 50

/** The saved vehicle, live in all tabs. Null on the server and during hydration, so that both render the same. */
export function useMyVehicle(): MyVehicle | null {
  const text = useSyncExternalStore(subscribe, storedText, () => null)
  return useMemo(() => parseMyVehicle(text), [text])
}

/** Saves a vehicle for all tabs of this browser. No effect when storage is denied. */
export function saveVehicle(mine: MyVehicle): void {
  change((storage) => storage.setItem(KEY, myVehicleText(mine)))
}

/** Removes the saved vehicle. */
export function clearVehicle(): void {
  change((storage) => storage.removeItem(KEY))
}

/** The stored form: the query of its products page, its name, and its engines. */
export function myVehicleText({ vehicle, name, engines }: MyVehicle): string {
  const rest = [['name', name], ...engines.map((engine) => ['engines', engine])]
  return `${vehicleSearch(vehicle)}&${new URLSearchParams(rest)}`
}

/** Parses stored text; null when it is invalid. */
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
    // Storage may be denied or full: the store works without it.
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
  // `storage` events fire in other tabs only.
  const changes = [CHANGED, 'storage']
  for (const kind of changes) addEventListener(kind, listener)
  return () => {
    for (const kind of changes) removeEventListener(kind, listener)
  }
}
