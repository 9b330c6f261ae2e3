/** Events of this tab, by which the garage, above the session, learns what happened. */

/** Someone signed in here; not at a renewal of the token. */
export const SIGNED_IN = 'signedin'

/** A vehicle was saved: a CustomEvent with the vehicle. */
export const VEHICLE_SAVED = 'vehiclesave'
