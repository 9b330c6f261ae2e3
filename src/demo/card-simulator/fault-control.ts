import type { Context } from 'hono'
import { badParameter } from './api-error.ts'
import { type Faults, FaultSyntaxError, parseFaults } from './faults.ts'
import { parseForm, textOf } from './form-body.ts'

/** @throws ApiError 400 with the valid syntax. */
export function readFaults(text: string): Faults {
  try {
    return parseFaults(text)
  } catch (error) {
    if (error instanceof FaultSyntaxError) throw badParameter('faults', error.message)
    throw error
  }
}

/**
 * The text of faults in a body: JSON `{"faults":"…"}` or the form field `faults`.
 * @throws ApiError 400
 */
export async function readFaultsBody(c: Context): Promise<string> {
  const body = await c.req.text()
  if (!c.req.header('content-type')?.includes('json')) return textOf(parseForm(body), 'faults') ?? ''
  try {
    const input: unknown = JSON.parse(body)
    if (typeof input === 'object' && input !== null && 'faults' in input && typeof input.faults === 'string')
      return input.faults
  } catch {
    // Not JSON: the error follows below.
  }
  throw badParameter('faults', 'Give {"faults":"…"}; an empty text ends all faults.')
}
