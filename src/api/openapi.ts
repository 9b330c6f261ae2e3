import { z } from 'zod'
import type { Call, Who } from '#contract/call.ts'
import { allCalls } from '#contract/calls.ts'
import type { RefusalCode } from '#domain/outcome.ts'
import { REFUSAL_STATUS } from './refusal-status.ts'

type Json = Record<string, unknown>

/** The OpenAPI 3.1 document of all calls, made from the contract, so that the two cannot differ. */
export function createOpenApi(): Json {
  const paths: Record<string, Json> = {}
  for (const [name, call] of allCalls) {
    paths[call.path] = { ...paths[call.path], [call.method.toLowerCase()]: operation(name, call) }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Driveline', version: '1.0.0', description: 'The auto-parts store, since 1992.' },
    paths,
    components: {
      securitySchemes: {
        accessToken: { type: 'http', scheme: 'bearer' },
        identity: { type: 'apiKey', in: 'cookie', name: 'driveline.session_token' },
      },
      schemas: { Problem: problemSchema },
    },
  }
}

function operation(name: string, call: Call): Json {
  const body = schemaOf(call.body, 'input')
  const hasBody = Object.keys((body.properties as Json | undefined) ?? {}).length > 0
  return {
    operationId: name,
    summary: call.summary,
    description: `Who may: ${WHO_WORDS[call.who]}.`,
    ...(call.who === 'all'
      ? {}
      : { security: [call.who === 'proof' ? { identity: [] } : { accessToken: [] }] }),
    parameters: [
      ...parameters(call.params, 'path'),
      ...parameters(call.query, 'query'),
      ...(call.idempotent
        ? [{ name: 'Idempotency-Key', in: 'header', schema: { type: 'string', maxLength: 255 } }]
        : []),
    ],
    ...(call.bodyType === 'multipart' ? { requestBody: multipart } : {}),
    ...(hasBody
      ? { requestBody: { required: true, content: { 'application/json': { schema: body } } } }
      : {}),
    responses: {
      [call.status]: {
        description: 'Done',
        content: { 'application/json': { schema: schemaOf(call.answer, 'output') } },
      },
      ...problems(call),
    },
  }
}

const WHO_WORDS: Record<Who, string> = {
  all: 'everybody',
  proof: 'whoever proves this e-mail in the same request',
  customer: 'signed-in customers',
  self: 'the user named in the address',
  'self-or-admin': 'the user named in the address, and admins',
  owner: 'the owner of the order',
  'owner-or-admin': 'the owner of the order, and admins',
  reviewer: 'signed-in customers who are not admins',
  admin: 'admins',
}

const multipart = {
  required: true,
  content: {
    'multipart/form-data': {
      schema: {
        type: 'object',
        properties: { image: { type: 'string', contentMediaType: 'application/octet-stream' } },
        required: ['image'],
      },
    },
  },
}

/** Refusals that follow from the call's kind, and those it names. */
export function refusalsOf(call: Call): RefusalCode[] {
  const codes: RefusalCode[] = ['invalid_input', ...call.refusals]
  if (call.method !== 'GET')
    codes.push('too_many_requests', 'payload_too_large', 'unsupported_media_type', 'malformed_body')
  if (call.who !== 'all') codes.push('unauthenticated')
  if (['self', 'self-or-admin', 'admin', 'reviewer', 'proof'].includes(call.who)) codes.push('forbidden')
  if (call.path.includes('{')) codes.push('not_found')
  if (call.idempotent) codes.push('idempotency_key_reused')
  return [...new Set(codes)]
}

function problems(call: Call): Json {
  const byStatus = new Map<number, string[]>()
  for (const code of refusalsOf(call)) {
    const [status] = REFUSAL_STATUS[code]
    byStatus.set(status, [...(byStatus.get(status) ?? []), code])
  }
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      status,
      {
        description: codes.join(', '),
        content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
      },
    ]),
  )
}

function parameters(schema: z.ZodType, where: 'path' | 'query'): Json[] {
  const { properties = {}, required = [] } = schemaOf(schema, 'input') as {
    properties?: Json
    required?: string[]
  }
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: where,
    required: where === 'path' || required.includes(name),
    schema: property,
  }))
}

function schemaOf(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Json
  return json
}

const problemSchema = {
  type: 'object',
  required: ['type', 'title', 'status', 'detail', 'instance', 'code', 'requestId'],
  properties: {
    type: { type: 'string' },
    title: { type: 'string' },
    status: { type: 'integer' },
    detail: { type: 'string', description: 'A sentence for the person' },
    instance: { type: 'string' },
    code: { type: 'string', description: 'Stable name of the refusal' },
    requestId: { type: 'string' },
    errors: {
      type: 'array',
      items: {
        type: 'object',
        required: ['field', 'code', 'message'],
        properties: { field: { type: 'string' }, code: { type: 'string' }, message: { type: 'string' } },
      },
    },
  },
}
