import type { Viewer } from './viewer.ts'

export function isAdmin(viewer: Viewer): boolean {
  return viewer.role === 'admin'
}

/** The owner and admins may read a profile. `email` is the normalized address in the path. */
export function maySeeAccount(viewer: Viewer, email: string): boolean {
  return isAdmin(viewer) || viewer.email === email
}

/** Only the owner may change a profile. */
export function mayUpdateProfile(viewer: Viewer, email: string): boolean {
  return viewer.email === email
}
