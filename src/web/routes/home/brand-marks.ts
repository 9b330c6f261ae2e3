/** One brand of 'Brands We Trust': its name, and the class that finds its word-mark in the drawing (brand-marks.css). */
export type BrandMark = { name: string; mark: string }

/** The invented brands the demo store sells. Their classes stand in full: styles are made for the names that the sources hold. */
export const brandMarks: readonly BrandMark[] = [
  { name: 'Ironvale', mark: 'brand-mark-0' },
  { name: 'Halden', mark: 'brand-mark-1' },
  { name: 'Coldbrook', mark: 'brand-mark-2' },
  { name: 'Pike & Marlow', mark: 'brand-mark-3' },
  { name: 'Voltaine', mark: 'brand-mark-4' },
  { name: 'Gripstone', mark: 'brand-mark-5' },
  { name: 'Siftwell', mark: 'brand-mark-6' },
  { name: 'Corvane', mark: 'brand-mark-7' },
  { name: 'Axlebury', mark: 'brand-mark-8' },
  { name: 'Lumenar', mark: 'brand-mark-9' },
  { name: 'Rundle', mark: 'brand-mark-10' },
  { name: 'Octavane', mark: 'brand-mark-11' },
]
