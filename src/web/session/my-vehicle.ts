import { useMemo, useSyncExternalStore } from 'react'
import { isWholeVehicle, vehicleFromQuery, vehicleToQuery } from '#domain/vehicles/chosen-vehicle.ts'
import type { VehicleQuery } from '#domain/vehicles/vehicle.ts'
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
