/** One brand of 'Brands We Trust': its name, and the id of its word-mark in pictures/brand-marks.svg. */
export type BrandMark = { name: string; id: string }

/** The invented brands the demo store sells. A mark is drawn on 160 × 48 units. */
export const brandMarks: readonly BrandMark[] = [
  { name: 'Ironvale', id: 'ironvale' },
  { name: 'Halden', id: 'halden' },
  { name: 'Coldbrook', id: 'coldbrook' },
  { name: 'Pike & Marlow', id: 'pike-marlow' },
  { name: 'Voltaine', id: 'voltaine' },
  { name: 'Gripstone', id: 'gripstone' },
  { name: 'Siftwell', id: 'siftwell' },
  { name: 'Corvane', id: 'corvane' },
  { name: 'Axlebury', id: 'axlebury' },
  { name: 'Lumenar', id: 'lumenar' },
  { name: 'Rundle', id: 'rundle' },
  { name: 'Octavane', id: 'octavane' },
]
