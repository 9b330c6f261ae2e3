import { expect, test } from 'vitest'
import { allCalls } from '#contract/calls.ts'
import { describedCalls } from '#integrations/identity/identity-calls.ts'
import { createOpenApi } from './openapi.ts'

type Operation = {
  operationId: string
  description?: string
  security?: Record<string, unknown>[]
  responses: Record<string, { description: string; headers?: Record<string, unknown> }>
  parameters?: { name: string; in: string; description?: string; schema?: unknown }[]
}
const document = createOpenApi({
  name: 'Driveline',
  url: 'https://shop.example.com',
  tokenMinutes: 15,
  identityCalls: describedCalls,
}) as {
  servers: unknown
  paths: Record<string, Record<string, Operation>>
  components: { securitySchemes: Record<string, unknown>; headers: Record<string, { description: string }> }
}
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, ...operation })),
)
const named = (name: string) => operations.find(({ operationId }) => operationId === name)

test('every call is described, and how a client signs in, renews and signs out', () => {
  const described = new Set(operations.map(({ operationId }) => operationId))
  for (const [name] of allCalls) expect(described).toContain(name)
  for (const name of ['signUp', 'signIn', 'signOut']) expect(described).toContain(name)
  expect(named('issueAccessToken')?.security).toEqual([{ identityToken: [] }, { identityCookie: [] }])
  expect(document.servers).toEqual([{ url: 'https://shop.example.com' }])
})

test('the owner of a car is not called the owner of an order', () => {
  const owned = 'Access: the customer whose order, car, address or cart it is.'
  expect(named('confirmPayment')?.description).toBe(owned)
  expect(named('deleteOrder')?.description).toBe('Access: the customer whose order it is, and admins.')
  expect(named('removeFromGarage')?.description).toBe(owned)
})

test('no two paths differ by the names of their parameters only', () => {
  const shapes = Object.keys(document.paths).map((path) => path.replaceAll(/\{\w+\}/g, '{}'))
  expect(new Set(shapes).size).toBe(shapes.length)
})

test('only an upload of a picture is described as failing for lack of room', () => {
  const { responses } = named('uploadImage') ?? {}
  expect(responses?.['507']?.description).toBe('picture_storage_full')
  expect(responses?.['503']?.description).toBe('provider_unavailable, picture_storage_unavailable')
  expect(operations.filter((operation) => operation.responses['507'])).toHaveLength(1)
})

test('a path names at most one thing, for which its changes wait', () => {
  for (const { path } of operations) expect(path.split('{').length, path).toBeLessThan(3)
})

test('every name in a path is a described parameter, and vice versa', () => {
  for (const { path, method, parameters = [] } of operations) {
    const inPath = parameters.filter((parameter) => parameter.in === 'path')
    const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
    expect(
      inPath.map(({ name }) => name),
      `${method} ${path}`,
    ).toEqual(names)
    for (const { description } of inPath) expect(description).toMatch(/^An? |^The /)
  }
})

test('every authentication method that a call uses is explained', () => {
  const schemes = new Set(operations.flatMap(({ security = [] }) => security.flatMap(Object.keys)))
  expect([...schemes].toSorted()).toEqual(Object.keys(document.components.securitySchemes).toSorted())
})

test('every list that is read page by page is described with its Link, and the default and maximum of limit', () => {
  const lists = operations.filter(({ responses }) => {
    const { headers } = responses['200'] ?? {}
    return headers && 'Link' in headers
  })
  expect(lists).toHaveLength(19)
  for (const { operationId, parameters = [] } of lists)
    expect([operationId, parameters.find(({ name }) => name === 'limit')?.schema]).toEqual([
      operationId,
      {
        type: 'integer',
        minimum: 1,
        maximum: 500,
        default: 100,
        description: 'Rows of the response: 100 unless given, at most 500',
      },
    ])
})
