import { z } from 'zod'

/** The part of a JSON Schema that this reader understands. */
const SchemaNode = z.looseObject({
  type: z.string().optional(),
  properties: z.record(z.string(), z.unknown()).optional(),
  items: z.unknown().optional(),
})
type SchemaNode = z.output<typeof SchemaNode>

const Content = z.record(z.string(), z.object({ schema: z.unknown() }))
const Operation = z.object({
  operationId: z.string(),
  security: z.array(z.record(z.string(), z.unknown())).optional(),
  parameters: z
    .array(
      z.object({ name: z.string(), in: z.string(), required: z.boolean().optional(), schema: z.unknown() }),
    )
    .default([]),
  requestBody: z.object({ content: Content }).optional(),
  responses: z.record(z.string(), z.object({ content: Content })),
})
const Document = z.object({
  paths: z.record(z.string(), z.record(z.string(), Operation)),
  components: z.object({ schemas: z.record(z.string(), z.unknown()) }),
})

/** One call as /openapi.json describes it, ready to be requested and validated. */
export type DescribedCall = {
  name: string
  method: string
  path: string
  parameters: { name: string; in: string; schema: unknown }[]
  /** Null for calls without a JSON body. */
  body: unknown
  /**
   * The mismatch between a response and the document, or null: checks status, content type and every field,
   * and refuses unknown ones.
   */
  faultOf(response: { status: number; type: string; body: unknown }): string | null
}

/**
 * Reads the document of a running store.
 * @throws when it is invalid.
 */
export async function readOpenApi(url: string): Promise<DescribedCall[]> {
  const document = Document.parse(await (await fetch(`${url}/openapi.json`)).json())
  const toSchema = (node: unknown) =>
    z.fromJSONSchema(
      onlyNamed(resolved(node, document.components.schemas)) as Parameters<typeof z.fromJSONSchema>[0],
    )
  return Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => {
      const responses = new Map(
        Object.entries(operation.responses).map(([status, { content }]) => {
          const [[type, { schema }] = ['', { schema: {} }]] = Object.entries(content)
          return [Number(status), { type, schema: toSchema(schema) }]
        }),
      )
      return {
        name: operation.operationId,
        method: method.toUpperCase(),
        path,
        parameters: operation.parameters,
        body: operation.requestBody?.content['application/json']?.schema ?? null,
        faultOf({ status, type, body }) {
          const response = responses.get(status)
          if (!response) return `status ${status} is not in the document`
          // The document names no charset.
          if (type.split(';', 1)[0] !== response.type) return `${status} came as ${type}`
          const parsed = response.schema.safeParse(body)
          return parsed.success ? null : z.prettifyError(parsed.error)
        },
      }
    }),
  )
}

/** The schema with its references resolved. */
function resolved(node: unknown, schemas: Record<string, unknown>): unknown {
  if (Array.isArray(node)) return node.map((item) => resolved(item, schemas))
  if (node === null || typeof node !== 'object') return node
  if ('$ref' in node && typeof node.$ref === 'string')
    return resolved(schemas[node.$ref.replace('#/components/schemas/', '')], schemas)
  return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, resolved(value, schemas)]))
}

/** The schema with unknown fields refused. */
function onlyNamed(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(onlyNamed)
  if (node === null || typeof node !== 'object') return node
  const inner = Object.fromEntries(Object.entries(node).map(([key, value]) => [key, onlyNamed(value)]))
  return SchemaNode.safeParse(node).data?.properties ? { ...inner, additionalProperties: false } : inner
}
