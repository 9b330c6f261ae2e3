import { z } from 'zod'
import { wholeNumber } from '../shared/numbers.ts'
import { boundedText } from '../shared/text.ts'

/** Model years that can be requested. */
export const FIRST_YEAR = 1886
export const LAST_YEAR = 2100
const NOT_A_YEAR = `Enter a year from ${FIRST_YEAR} to ${LAST_YEAR}`

/**
 * A model year.
 * @param messages the messages for an absent one and an invalid one, for forms with their own.
 */
export function modelYear(messages: { missing?: string; notWhole?: string } = {}) {
  const range = { notWhole: NOT_A_YEAR, tooSmall: NOT_A_YEAR, tooLarge: NOT_A_YEAR }
  return wholeNumber([FIRST_YEAR, LAST_YEAR], { ...range, ...messages })
}

/** The variant of a vehicle that make and model fully describe: null in the table of vehicles. */
export const BASE_VARIANT = 'Base'

/** The choices of the vehicle finder so far. `engine` is an engineKey. */
export const VehicleQuery = z.object({
  make: boundedText(60).trim().optional(),
  year: modelYear().optional(),
  model: boundedText(100).trim().optional(),
  engine: boundedText(20).trim().optional(),
})
export type VehicleQuery = z.infer<typeof VehicleQuery>

/** The next choices: make → year → model → engine. Lists below the first open choice are empty. */
export const VehicleChoicesSchema = z.object({
  makes: z.array(z.string()),
  years: z.array(z.number().int()),
  models: z.array(z.string()),
  engines: z.array(z.object({ key: z.string(), label: z.string() })),
})
export type VehicleChoices = z.infer<typeof VehicleChoicesSchema>

/** Liters and cylinders. Cylinders are null for a rotary engine, both for an electric motor. */
export type Engine = { displacementL: string | null; cylinders: number | null }

/** The key of an engine in a URL: `2.5-4`, with `x` for unknown values. */
export function engineKey(engine: Engine): string {
  return `${engine.displacementL ?? 'x'}-${engine.cylinders ?? 'x'}`
}

/** Canonical: `02.5-4` is invalid. */
export const ENGINE_KEY = /^((?:0|[1-9]\d?)\.\d|x)-([1-9]\d?|x)$/

/** The engine of a key, or null when it is not one. */
export function parseEngineKey(key: string): Engine | null {
  const match = ENGINE_KEY.exec(key)
  if (!match?.[1] || !match[2]) return null
  return {
    displacementL: match[1] === 'x' ? null : match[1],
    cylinders: match[2] === 'x' ? null : Number(match[2]),
  }
}

/** The label of an engine: "2.5 L, 4 cylinders". */
export function engineLabel(engine: Engine): string {
  const liters = engine.displacementL === null ? null : `${engine.displacementL} L`
  const cylinders = engine.cylinders === null ? null : `${engine.cylinders} cylinders`
  return [liters, cylinders].filter(Boolean).join(', ') || 'Electric'
}

/** The label of an engine by its key; null without a key, and for an invalid one. */
export function engineKeyLabel(key: string | null | undefined): string | null {
  const engine = key ? parseEngineKey(key) : null
  return engine && engineLabel(engine)
}
