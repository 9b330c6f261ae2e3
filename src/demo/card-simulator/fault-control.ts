import type { Context } from 'hono'
import { badParameter } from './api-error.ts'
import { type Faults, FaultSyntaxError, parseFaults } from './faults.ts'
import { parseForm, textOf } from './form-body.ts'

/** @throws ApiError 400 with what can be written. */
export function readFaults(text: string): Faults {
  try {
    return parseFaults(text)
  } catch (error) {
    if (error instanceof FaultSyntaxError) throw badParameter('faults', error.message)
    throw error
  }
}

/** The text of faults in a body: JSON `{"faults":"…"}` or the form field `faults`. @throws ApiError 400 */
export async function readFaultsBody(c: Context): Promise<string> {
  const body = await c.req.text()
  if (!c.req.header('content-type')?.includes('json')) return textOf(parseForm(body), 'faults') ?? ''
  try {
    const given: unknown = JSON.parse(body)
    if (typeof given === 'object' && given !== null && 'faults' in given && typeof given.faults === 'string')
      return given.faults
  } catch {
    // Not JSON: said below.
  }
  throw badParameter('faults', 'Give {"faults":"…"}; an empty text ends all faults.')
}
