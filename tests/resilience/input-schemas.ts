import { z } from 'zod'
import { allCalls } from '#contract/calls.ts'
import { LoginInput, CodeInput, ResetPasswordInput, SignUpInput } from '#domain/accounts/account.ts'
import { Repricing } from '#domain/products/reprice.ts'
import { identityCalls } from '#integrations/identity/identity-calls.ts'

/**
 * Every schema that validates input, by a readable name: the API's, identity's, and the forms'. New calls are
 * included.
 */
export const inputSchemas: readonly (readonly [name: string, schema: z.ZodType])[] = [
  ...allCalls.flatMap(([name, call]) =>
    (['params', 'query', 'body'] as const).map((place) => [`${name} ${place}`, call[place]] as const),
  ),
  ...Object.entries(identityCalls).flatMap(([path, { body }]) =>
    body ? [[`/auth${path}`, body] as const] : [],
  ),
  ...Object.entries({ SignUpInput, LoginInput, CodeInput, ResetPasswordInput, Repricing }),
]

/** One field of a schema: its path (`[]` is an element of a list), and its schema. */
export type InputField = { path: readonly string[]; schema: z.ZodType }

/**
 * Every field of a schema that is not an object, at any depth.
 * @throws Error for a kind of schema that it does not know.
 */
export function fieldsOf(schema: z.ZodType, path: readonly string[] = []): InputField[] {
  if (schema instanceof z.ZodObject)
    return Object.entries(schema.shape as Record<string, z.ZodType>).flatMap(([name, field]) =>
      fieldsOf(field, [...path, name]),
    )
  if (schema instanceof z.ZodArray) return fieldsOf(schema.element as z.ZodType, [...path, '[]'])
  if (schema instanceof z.ZodUnion)
    return (schema.options as z.ZodType[]).flatMap((option) => fieldsOf(option, path))
  if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodReadonly
  )
    return fieldsOf(schema.unwrap() as z.ZodType, path)
  if (schema instanceof z.ZodPipe)
    return fieldsOf((schema.in instanceof z.ZodTransform ? schema.out : schema.in) as z.ZodType, path)
  if (LEAVES.some((kind) => schema instanceof kind)) return [{ path, schema }]
  throw new Error(`${path.join('.')} is a ${schema.type}, which fieldsOf does not know.`)
}

const LEAVES = [z.ZodString, z.ZodStringFormat, z.ZodNumber, z.ZodBoolean, z.ZodEnum, z.ZodLiteral]

/** An input with this value at this path, and nothing else. */
export function inputWith(path: readonly string[], value: unknown): unknown {
  return path.reduceRight<unknown>((inner, step) => (step === '[]' ? [inner] : { [step]: inner }), value)
}
