// Does not import the schema library, which public pages do not load.

/**
 * Where on a vehicle a part goes: the positions of fitments and of the search filter. The same as a CHECK of
 * the database.
 */
export const POSITIONS = [
  'front',
  'rear',
  'left',
  'right',
  'front left',
  'front right',
  'rear left',
  'rear right',
  'upper',
  'lower',
  'front upper',
  'front lower',
  'rear upper',
  'rear lower',
  'inner',
  'outer',
] as const
export type Position = (typeof POSITIONS)[number]
