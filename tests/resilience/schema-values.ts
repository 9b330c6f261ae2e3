import fc from 'fast-check'
import { z } from 'zod'

/** The JSON Schema keywords that our calls use. */
const SchemaNode = z.object({
  type: z.string().optional(),
  anyOf: z.array(z.unknown()).optional(),
  items: z.unknown().optional(),
  enum: z.array(z.unknown()).optional(),
  format: z.string().optional(),
  pattern: z.string().optional(),
  minLength: z.number().optional(),
  maxLength: z.number().optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  exclusiveMinimum: z.number().optional(),
  properties: z.record(z.string(), z.unknown()).optional(),
  required: z.array(z.string()).optional(),
})

/** Values that match a schema of the document. */
export function valuesOf(schema: unknown): fc.Arbitrary<unknown> {
  const node = SchemaNode.parse(schema)
  if (node.enum) return fc.constantFrom(...node.enum)
  if (node.anyOf) return fc.oneof(...node.anyOf.map(valuesOf))
  if (node.type === 'null') return fc.constant(null)
  if (node.type === 'array') return fc.array(valuesOf(node.items), { maxLength: 3 })
  if (node.properties)
    return fc.record(
      Object.fromEntries(Object.entries(node.properties).map(([name, field]) => [name, valuesOf(field)])),
      { requiredKeys: node.required ?? [] },
    )
  if (node.type === 'integer')
    return fc.integer({ min: node.minimum ?? -(2 ** 31), max: node.maximum ?? 2 ** 31 - 1 })
  if (node.type === 'number')
    return fc.integer({ min: (node.exclusiveMinimum ?? 0) + 1, max: 99_999_999 }).map((cents) => cents / 100)
  if (node.type === 'boolean') return fc.boolean()
  if (node.format === 'uuid') return fc.uuid()
  if (node.pattern)
    return fc.stringMatching(new RegExp(node.pattern)).map((text) => text.slice(0, node.maxLength))
  return fc.string({
    unit: 'binary',
    minLength: node.minLength ?? 0,
    maxLength: Math.min(node.maxLength ?? 100, 100),
  })
}

/** JSON texts that programs have stumbled over; some of them JSON.stringify would never write. */
const odd = fc.oneof(
  fc.constantFrom(
    '1e400',
    '-1e400',
    '-0',
    '9007199254740992',
    '123456789012345678901234567890',
    '2147483648',
    '0.1e-400',
    '"\\ud800"',
    '"\\u0000"',
    `"${'x'.repeat(60_000)}"`,
    '{"__proto__":{"role":"admin"}}',
    '[[[[[[[[[[]]]]]]]]]]',
    'null',
    'true',
    '""',
    '{}',
  ),
  fc.json({ maxDepth: 3 }),
)

const oddName = fc.oneof(
  fc.constantFrom(
    '__proto__',
    'constructor',
    'prototype',
    'toString',
    '_id',
    'role',
    'paid',
    'totalPrice',
    '',
  ),
  fc.string({ unit: 'binary', maxLength: 30 }),
)

/**
 * Bodies for a schema as JSON texts: half of them valid, the others with one or two changes or a repeated
 * name.
 */
export function bodies(schema: unknown): fc.Arbitrary<string> {
  if (schema === null) return odd
  const fields = valuesOf(schema).map((value) =>
    Object.entries(value as object).map(([name, field]): [string, string] => [name, JSON.stringify(field)]),
  )
  const change = fc.record({
    place: fc.nat(),
    how: fc.constantFrom('leave out', 'replace', 'twice', 'add'),
    name: oddName,
    json: odd,
  })
  const asText = (entries: [string, string][]) =>
    `{${entries.map(([name, json]) => `${JSON.stringify(name)}:${json}`).join(',')}}`
  const changed = fc
    .tuple(fields, fc.array(change, { minLength: 1, maxLength: 2 }))
    .map(([entries, changes]) => {
      const result = [...entries]
      for (const { place, how, name, json } of changes) {
        const index = place % Math.max(1, result.length)
        const [field = name] = result[index] ?? []
        if (how === 'add' || result.length === 0) result.push([name, json])
        else if (how === 'twice') result.push([field, json])
        else result.splice(index, 1, ...(how === 'replace' ? [[field, json] as [string, string]] : []))
      }
      return asText(result)
    })
  return fc.oneof(
    { weight: 5, arbitrary: fields.map(asText) },
    { weight: 5, arbitrary: changed },
    { weight: 1, arbitrary: odd },
  )
}
