import type { MyVehicle } from '../../session/my-vehicle.ts'
import { SIGNED_IN, VEHICLE_SAVED } from '../../session/session-events.ts'
import { currentSession, subscribeToSession } from '../../session/session-store.ts'

/**
 * Takes this browser's vehicle to the garage of who is signed in, and at sign-in the other way too. Called
 * once, before hydration, which may save a vehicle.
 */
export function syncGarage(): void {
  addEventListener(SIGNED_IN, join)
  addEventListener(VEHICLE_SAVED, save)
}

const loadCalls = () => import('./garage-calls.ts')

function save(event: Event): void {
  if (!currentSession().user) return
  const { vehicle } = (event as CustomEvent<MyVehicle>).detail
  loadCalls()
    .then((garage) => garage.keepInGarage(vehicle))
    // The vehicle is useful without the garage.
    .catch(() => undefined)
}

/** Without blocking the sign-in. The end of the session aborts it. */
function join(): void {
  const ended = new AbortController()
  const unsubscribe = subscribeToSession(() => {
    if (currentSession().status === 'signed-out') ended.abort()
  })
  loadCalls()
    .then((garage) => garage.joinGarage(ended.signal))
    // The sign-in is complete without it, and the car stays in this browser.
    .catch(() => undefined)
    .finally(unsubscribe)
}
