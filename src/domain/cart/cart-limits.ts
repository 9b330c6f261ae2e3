// Does not import the schema library, which public pages do not load.

/** Different parts in a cart. */
export const MAX_CART_LINES = 100
/** Vehicles to which the parts of a cart shall fit. The database has as many. */
export const MAX_CART_CARS = 5
/** Units of a part in a cart, as the database has it. */
export const MAX_LINE_QUANTITY = 1_000_000

export const TOO_MANY_LINES = `A cart holds ${MAX_CART_LINES} different parts. Remove one first.`
