import { limitSettings } from '#config/limits.ts'

/** Limits high enough for benchmarks and tests from one address. */
export const RAISED_LIMITS: Record<string, string> = Object.fromEntries(
  Object.keys(limitSettings).map((name) => [name, '10000000']),
)
