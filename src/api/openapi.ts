import { z } from 'zod'
import { ACCESS_LABELS } from '#contract/access.ts'
import { type Call, pathShape } from '#contract/call.ts'
import { allCalls, type CallName } from '#contract/calls.ts'
import { type IdentityCallDescription, PROOF_SECONDS } from '#domain/accounts/identity-provider.ts'
import { formatWait } from '#domain/shared/format-wait.ts'
import type { RefusalCode } from '#domain/shared/outcome.ts'
import { PICTURE_FOLDER_PROBLEMS } from './failure-problems.ts'
import { withDescriptions } from './field-descriptions.ts'
import { isPaged } from './next-page.ts'
import { guideFor, signsInHere } from './openapi-guide.ts'
import { ProblemSchema } from './problem.ts'
import { PROBLEM_STATUS } from './refusal-status.ts'

type Json = Record<string, unknown>

/**
 * The OpenAPI 3.1 document of all calls, generated from the schemas that validate requests, so that the two
 * cannot differ.
 * @param deps.name of the store. `url`: its public URL, without a trailing slash. `tokenMinutes`: the
 * lifetime of its access tokens.
 */
export function createOpenApi(deps: {
  name: string
  url: string
  tokenMinutes: number
  identityCalls: readonly IdentityCallDescription[]
}): Json {
  const paths: Record<string, Json> = {}
  const pathByShape = new Map<string, string>()
  for (const [name, call] of allCalls) {
    // The first name of a parameter stands for all.
    const shape = pathShape(call.path)
    const path = pathByShape.get(shape) ?? call.path
    pathByShape.set(shape, path)
    paths[path] = { ...paths[path], [call.method.toLowerCase()]: operation(name, call, path) }
  }
  for (const call of deps.identityCalls) paths[call.path] = { post: identityOperation(call) }
  return {
    openapi: '3.1.0',
    info: { title: deps.name, version: '1.0.0', description: guideFor(deps.identityCalls) },
    servers: [{ url: deps.url }],
    paths,
    components: {
      securitySchemes: {
        accessToken: {
          type: 'http',
          scheme: 'bearer',
          description: `The \`token\` of PUT /user/{email}, valid for ${formatWait(deps.tokenMinutes * 60)}`,
        },
        identityToken: {
          type: 'http',
          scheme: 'bearer',
          description: signsInHere(deps.identityCalls)
            ? 'The `token` of POST /auth/sign-in/email or /auth/sign-up/email'
            : `The ID token of the store’s identity provider, within ${formatWait(PROOF_SECONDS)} of its issue`,
        },
        identityCookie: {
          type: 'apiKey',
          in: 'cookie',
          name: 'driveline.session_token',
          description: 'Set by signing in, for pages of the store itself',
        },
      },
      schemas: { Problem: withDescriptions(schemaOf(ProblemSchema, 'input'), 'Problem') },
      headers: PAGE_HEADERS,
    },
  }
}

function identityOperation(call: IdentityCallDescription): Json {
  return {
    operationId: call.operationId,
    summary: call.summary,
    ...(call.bearer
      ? { security: [{ identityToken: [] }, { accessToken: [] }, { identityCookie: [] }] }
      : {}),
    requestBody: {
      required: true,
      content: { 'application/json': { schema: schemaOf(call.body, 'input') } },
    },
    responses: {
      200: {
        description: 'Done',
        content: { 'application/json': { schema: responseSchema(call.response, call.operationId) } },
      },
      ...problems([...IDENTITY_REFUSALS, ...identityRefusals(call)]),
    },
  }
}

function operation(name: CallName, call: Call, path: string): Json {
  const names = new Map(
    parameterNames(call.path).map(
      (name, position) => [name, parameterNames(path)[position] ?? name] as const,
    ),
  )
  const body = schemaOf(call.body, 'input')
  const headers = isPaged(call) ? PAGE_HEADERS : {}
  const hasBody = Object.keys((body.properties as Json | undefined) ?? {}).length > 0
  return {
    operationId: name,
    summary: call.summary,
    description: `Access: ${ACCESS_LABELS[call.access]}.`,
    ...(call.access === 'public'
      ? {}
      : {
          security:
            call.access === 'session'
              ? [{ identityToken: [] }, { identityCookie: [] }]
              : [{ accessToken: [] }],
        }),
    parameters: [
      ...parameters(call.params, 'path').map((parameter) => ({
        ...parameter,
        name: names.get(String(parameter.name)),
        description: PARAMETER_LABELS.get(String(parameter.name)),
      })),
      ...parameters(call.query, 'query'),
      ...(call.acceptsIdempotencyKey
        ? [
            {
              name: 'Idempotency-Key',
              in: 'header',
              description:
                'The same key with the same body has one effect and one response, for a day. A refusal is stored too, except 401, 429 too_many_requests, 409 payment_in_progress and 5xx: after those, try again with the same key.',
              schema: { type: 'string', maxLength: 255 },
            },
          ]
        : []),
    ],
    ...(call.form ? { requestBody: multipart(call.form) } : {}),
    ...(hasBody
      ? {
          requestBody: {
            // An absent body is an empty object.
            required: !call.body.safeParse({}).success,
            content: { 'application/json': { schema: body } },
          },
        }
      : {}),
    responses: {
      [call.status]: {
        description: 'Done',
        ...(Object.keys(headers).length > 0 ? { headers: headerRefs(headers) } : {}),
        content: Object.fromEntries(
          (call.fileTypes ?? ['application/json']).map((type) => [
            type,
            { schema: responseSchema(call.response, name) },
          ]),
        ),
      },
      ...problems(refusalsAndFailures(call)),
    },
  }
}

/** The header of a list that goes on. */
const PAGE_HEADERS = {
  Link: {
    description: 'Only when the list has more rows: `<URL of the next page>; rel="next"` (RFC 8288)',
    schema: { type: 'string' },
  },
}

function headerRefs(headers: object): Json {
  return Object.fromEntries(
    Object.keys(headers).map((name) => [name, { $ref: `#/components/headers/${name}` }]),
  )
}

function multipart(form: NonNullable<Call['form']>) {
  const fields = Object.entries(form)
  const binary = { type: 'string', contentMediaType: 'application/octet-stream' }
  return {
    required: true,
    content: {
      'multipart/form-data': {
        schema: {
          type: 'object',
          properties: Object.fromEntries(
            fields.map(([name, { type }]) => [name, type === 'file' ? binary : { type: 'string' }]),
          ),
          required: fields.filter(([, { optional }]) => !optional).map(([name]) => name),
        },
      },
    },
  }
}

/** The refusals that follow from the call's access and schemas, and those that it lists. */
export function refusalsOf(call: Call): RefusalCode[] {
  const codes: RefusalCode[] = ['invalid_input', ...call.refusals]
  if (call.method !== 'GET')
    codes.push('too_many_requests', 'payload_too_large', 'unsupported_media_type', 'malformed_body')
  if (call.access !== 'public') codes.push('unauthenticated')
  if (['self', 'self-or-admin', 'admin', 'reviewer', 'session'].includes(call.access)) codes.push('forbidden')
  if (call.path.includes('{')) codes.push('malformed_address', 'address_too_long')
  if (call.acceptsIdempotencyKey) codes.push('malformed_idempotency_key', 'idempotency_key_reused')
  return [...new Set(codes)]
}

/** The status and code of a refusal or failure. */
type StatusAndCode = readonly [status: number, code: string]

function refusalsAndFailures(call: Call): StatusAndCode[] {
  const failures = call.storesPictures ? Object.values(PICTURE_FOLDER_PROBLEMS) : []
  return [...refusalsOf(call), ...failures.map(({ code }) => code)].map(withStatus)
}

/** The refusals of every call under /auth: see serve-identity.ts. */
const IDENTITY_REFUSALS = (
  [
    'malformed_body',
    'forbidden',
    'payload_too_large',
    'unsupported_media_type',
    'invalid_input',
    'too_many_requests',
  ] as const
).map(withStatus)

function identityRefusals({ refusals }: IdentityCallDescription): StatusAndCode[] {
  return Object.entries(refusals).flatMap(([status, codes]) =>
    codes.map((code) => [Number(status), code] as const),
  )
}

function withStatus(code: keyof typeof PROBLEM_STATUS): StatusAndCode {
  return [PROBLEM_STATUS[code][0], code]
}

function problems(refusals: readonly StatusAndCode[]): Json {
  const byStatus = Map.groupBy(refusals, ([status]) => status)
  return Object.fromEntries(
    [...byStatus].map(([status, same]) => [status, problemResponse(same.map(([, code]) => code).join(', '))]),
  )
}

function problemResponse(description: string): Json {
  return {
    description,
    content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
  }
}

/** Descriptions of path parameters; their names alone do not always say enough. */
const PARAMETER_LABELS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    email: 'An email address',
    id: 'An id, as responses give it in `_id` or `insertedId`',
    orderId: 'The id of an order',
    productId: 'The id of a part',
    kind: 'The kind of file',
  }),
)

function parameterNames(path: string): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
}

function parameters(schema: z.ZodType, where: 'path' | 'query'): Json[] {
  const { properties = {}, required = [] } = schemaOf(schema, 'input') as {
    properties?: Json
    required?: string[]
  }
  // The JSON Schema of a value that is converted first has no default.
  const defaults = Object(schema.safeParse({}).data) as Json
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: where,
    required: where === 'path' || required.includes(name),
    schema: name in defaults ? { ...(property as Json), default: defaults[name] } : property,
  }))
}

function responseSchema(schema: z.ZodType, call: string): Json {
  return withDescriptions(schemaOf(schema, 'output'), call)
}

function schemaOf(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Json
  return json
}
