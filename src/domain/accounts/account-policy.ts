import type { Viewer } from './viewer.ts'

/** Admin-ness. */
export function isAdmin(viewer: Viewer): boolean {
  return viewer.role === 'admin'
}

/** A profile is for its owner and for admins. `email` is the normalised address in the path. */
export function maySeeAccount(viewer: Viewer, email: string): boolean {
  return isAdmin(viewer) || viewer.email === email
}

/** Only the owner changes a profile. */
export function mayUpdateProfile(viewer: Viewer, email: string): boolean {
  return viewer.email === email
}
