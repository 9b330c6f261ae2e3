import { z } from 'zod'
import { ACCESS_LABELS } from '#contract/access.ts'
import type { Call } from '#contract/call.ts'

/** A field of a body, query or response. `type` is text such as "string, at most 100 characters". */
export type FieldDescription = { name: string; type: string; required: boolean }

export type CallDescription = ReturnType<typeof describeCalls>[number]

/**
 * The calls as the reference shows them. `multipart`: the fields of a form with files; `list`: the response
 * is an array of items that `response` describes.
 */
export function describeCalls(calls: readonly (readonly [string, Call])[]) {
  return calls.map(([name, call]) => {
    const response = jsonSchema(call.response, 'output')
    const item = itemOf(response)
    return {
      name,
      method: call.method,
      path: call.path,
      summary: call.summary,
      access: ACCESS_LABELS[call.access],
      status: call.status,
      acceptsIdempotencyKey: call.acceptsIdempotencyKey ?? false,
      parameters: fieldsOf(jsonSchema(call.params, 'input')),
      query: fieldsOf(jsonSchema(call.query, 'input')),
      body: fieldsOf(jsonSchema(call.body, 'input')),
      multipart: Object.keys(call.form ?? {}),
      response: fieldsOf(item ?? response),
      list: item !== undefined,
      refusals: call.refusals,
    }
  })
}

type Schema = z.core.JSONSchema.BaseSchema

/** The JSON Schema; parts that it cannot express, such as a transform, accept anything. */
function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): Schema {
  return z.toJSONSchema(schema, { io, unrepresentable: 'any' })
}

/** The fields of an object; nested ones follow as `outer.inner`. */
function fieldsOf(schema: Schema, outer = ''): FieldDescription[] {
  return Object.entries(schema.properties ?? {}).flatMap(([key, property]) => {
    if (typeof property === 'boolean') return []
    const name = outer + key
    const item = itemOf(property)
    return [
      { name, type: typeText(property), required: schema.required?.includes(key) ?? false },
      ...fieldsOf(item ?? property, `${name}${item ? '[]' : ''}.`),
    ]
  })
}

/** The items of a list; undefined for any other schema. */
function itemOf({ type, items }: Schema): Schema | undefined {
  return type === 'array' && isSchema(items) ? items : undefined
}

function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function typeText(schema: Schema): string {
  const options = schema.anyOf ?? schema.oneOf
  if (options) return [...new Set(options.filter(isSchema).map(typeText))].join(' or ')
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum) return `one of ${schema.enum.map((value) => JSON.stringify(value)).join(', ')}`
  if (schema.type === 'array')
    return `list of ${isSchema(schema.items) ? typeText(schema.items) : 'anything'}`
  const type = typeof schema.type === 'string' ? schema.type : 'anything'
  return [schema.format ? `${type} (${schema.format})` : type, ...limits(schema)].join(', ')
}

/** The bounds of a number, except those that apply to every JavaScript number. */
function limits({ minimum, maximum, exclusiveMinimum, minLength, maxLength }: Schema): string[] {
  const isBound = (bound: unknown): bound is number =>
    typeof bound === 'number' && Math.abs(bound) < Number.MAX_SAFE_INTEGER
  return [
    isBound(exclusiveMinimum) && `more than ${exclusiveMinimum}`,
    isBound(minimum) && `at least ${minimum}`,
    isBound(maximum) && `at most ${maximum}`,
    isBound(minLength) && minLength > 1 && `at least ${minLength} characters`,
    isBound(maxLength) && `at most ${maxLength} characters`,
  ].filter((limit) => limit !== false)
}
