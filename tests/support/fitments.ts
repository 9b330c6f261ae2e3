import { type Fitment, UNQUALIFIED } from '#domain/vehicles/fitment.ts'

/** The Honda Civic of 2006 to 2011, in every variant and with every engine. */
export const civic: Fitment = {
  ...UNQUALIFIED,
  make: 'Honda',
  model: 'Civic',
  variant: null,
  yearFrom: 2006,
  yearTo: 2011,
  engine: null,
}
