import type { ShownSpecification } from './specification.ts'

// Without zod: public pages use it.

/** The condition of a part. */
export const CONDITIONS = ['new', 'remanufactured', 'used'] as const
export type Condition = (typeof CONDITIONS)[number]
export const CONDITION_LABELS: Record<Condition, string> = {
  new: 'New',
  remanufactured: 'Remanufactured',
  used: 'Used',
}

/** "16.8 mm"; of text without a unit, the text. */
export const specificationText = ({ value, unit }: Omit<ShownSpecification, 'name'>) =>
  unit === '' ? value : `${value} ${unit}`

/** A specification with its unit, as forms and files call it: "Thickness (mm)". */
export const specificationLabel = ({ name, unit = '' }: { name: string; unit?: string | undefined }) =>
  unit === '' ? name : `${name} (${unit})`
