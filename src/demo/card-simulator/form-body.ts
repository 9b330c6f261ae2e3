import { badParameter } from './api-error.ts'

/**
 * Parsed parameters: text, or nested parameters. Without a prototype: a key such as `__proto__` is only a
 * key.
 */
export type Params = { [name: string]: string | Params }

const MAX_PARAMS = 200
const MAX_DEPTH = 5

/**
 * Parses `a=1&b[c]=2&d[]=3&d[]=4` as the provider does; a later value replaces an earlier one of the same
 * name.
 * @throws ApiError 400 for too many or too deeply nested names, and for NUL characters, which a database
 * cannot store.
 */
export function parseForm(text: string): Params {
  const params = empty()
  const pairs = [...new URLSearchParams(text)]
  if (pairs.length > MAX_PARAMS) throw badParameter('', `At most ${MAX_PARAMS} parameters are accepted.`)
  for (const [name, value] of pairs) {
    if (name.includes('\0') || value.includes('\0'))
      throw badParameter('', 'Parameters must not contain NUL characters.')
    const path = pathOf(name)
    if (path.length > MAX_DEPTH) throw badParameter(name, `Parameters are nested at most ${MAX_DEPTH} deep.`)
    put(params, path, value)
  }
  return params
}

function empty(): Params {
  return Object.create(null) as Params
}

/** `a[b][c]` → a, b, c; any other name is used as it is. */
function pathOf(name: string): string[] {
  const match = /^([^[\]]+)((?:\[[^[\]]*\])*)$/.exec(name)
  if (!match) return [name]
  const inner = [...(match[2] ?? '').matchAll(/\[([^[\]]*)\]/g)].map((part) => part[1] ?? '')
  return [match[1] ?? name, ...inner]
}

function put(params: Params, path: string[], value: string): void {
  const [head = '', ...rest] = path
  const key = head === '' ? String(Object.keys(params).length) : head
  if (rest.length === 0) {
    params[key] = value
    return
  }
  const inside = params[key]
  const next = typeof inside === 'object' ? inside : empty()
  params[key] = next
  put(next, rest, value)
}

/** Rejects unknown parameters, as the provider does: a misspelled one must not go unnoticed. */
export function refuseUnknown(params: Params, known: readonly string[]): void {
  const name = Object.keys(params).find((key) => !known.includes(key))
  if (name !== undefined) throw badParameter(name, `Received unknown parameter: ${name}`, 'parameter_unknown')
}

/** A text parameter; null when absent or blank. */
export function textOf(params: Params, name: string, maxLength = 1000): string | null {
  const value = params[name]
  if (value === undefined || value === '') return null
  if (typeof value !== 'string') throw badParameter(name, `Invalid string: ${name} must be a text`)
  if (value.length > maxLength)
    throw badParameter(name, `Invalid string: ${name} must be at most ${maxLength} characters`)
  return value
}

/** A whole number; null when absent. */
export function wholeNumberOf(params: Params, name: string): number | null {
  const value = textOf(params, name)
  if (value === null) return null
  if (!/^-?\d{1,12}$/.test(value))
    throw badParameter(name, `Invalid integer: ${value}`, 'parameter_invalid_integer')
  return Number(value)
}

/** `metadata[…]`: up to 50 entries; an empty value deletes one. */
export function metadataOf(params: Params): Record<string, string> {
  const metadata = params['metadata']
  if (metadata === undefined || metadata === '') return {}
  if (typeof metadata === 'string') throw badParameter('metadata', 'Invalid hash')
  const entries = Object.entries(metadata)
  if (entries.length > 50) throw badParameter('metadata', 'Metadata can have at most 50 keys.')
  return Object.fromEntries(
    entries.map(([key, value]) => {
      if (typeof value !== 'string' || key.length > 40 || value.length > 500)
        throw badParameter(
          `metadata[${key}]`,
          'Metadata keys have at most 40 characters, values at most 500.',
        )
      return [key, value]
    }),
  )
}
