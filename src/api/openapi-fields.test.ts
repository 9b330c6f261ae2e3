import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { openTestStore, type TestStore } from '../../tests/support/test-store.ts'
import { newEmail, PASSWORD } from '../../tests/support/users.ts'
import { FIELD_DESCRIPTIONS } from './field-descriptions.ts'

type Json = Record<string, any>
let store: TestStore
let document: Json
beforeAll(async () => {
  store = await openTestStore()
  document = (await (await fetch(`${store.url}/openapi.json`)).json()) as Json
})
afterAll(() => store.close())

/** Every schema of a response, with its call. */
function responseSchemas(): [call: string, schema: Json][] {
  const operations = Object.values<Json>(document['paths']).flatMap((path) => Object.values<Json>(path))
  return operations.flatMap(({ operationId, responses }) =>
    Object.values<Json>(responses).flatMap(({ content = {} }) =>
      Object.values<Json>(content).map(({ schema }): [string, Json] => [operationId, schema]),
    ),
  )
}

/** The fields of a schema at any depth, by path. */
function fieldsOf(schema: unknown, at: string): [path: string, field: Json][] {
  if (typeof schema !== 'object' || schema === null) return []
  const { properties = {}, ...others } = schema as Json
  return [
    ...Object.entries<Json>(properties).flatMap(([name, field]): [string, Json][] => [
      [`${at}.${name}`, field],
      ...fieldsOf(field, `${at}.${name}`),
    ]),
    ...Object.values(others).flatMap((part) => fieldsOf(part, at)),
  ]
}

test('every field of every response has a description, and no description is left over', () => {
  const undescribed = new Set<string>()
  const texts = new Set<unknown>()
  const schemas = [...responseSchemas(), ['Problem', document['components'].schemas.Problem] as const]
  for (const [call, schema] of schemas)
    for (const [path, { description }] of fieldsOf(schema, call)) {
      texts.add(description)
      if (typeof description !== 'string' || description.trim() === '') undescribed.add(path)
    }
  expect([...undescribed]).toEqual([])
  expect(texts.size).toBeGreaterThan(150)
  expect([...FIELD_DESCRIPTIONS.values()].filter((text) => !texts.has(text))).toEqual([])
})

/** Calls /auth as a program does, and compares the response with the document, strictly. */
async function callAuth(
  path: string,
  body: unknown,
  token?: string,
): Promise<{ status: number; body: Json }> {
  const response = await fetch(store.url + path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...(token && { Authorization: `Bearer ${token}` }) },
    body: JSON.stringify(body),
  })
  const { status } = response
  const answer = (await response.json()) as Json
  const described = document['paths'][path].post.responses[status]
  expect(described, `${path} ${status}`).toBeDefined()
  if (status === 200) {
    const { schema } = described.content['application/json']
    expect(schema.additionalProperties).toBe(false)
    z.fromJSONSchema(schema).parse(answer)
  } else expect(described.description.split(', '), `${path} ${status}`).toContain(answer['code'])
  return { status, body: answer }
}

test('the calls under /auth return what the document says, and no other field, also when they refuse', async () => {
  const email = newEmail()
  const person = { name: 'Gene Rated', email, password: PASSWORD }
  const opened = await callAuth('/auth/sign-up/email', person)
  expect(opened.status).toBe(200)
  expect(Object.keys(opened.body)).toEqual(['token', 'user'])
  expect((await callAuth('/auth/sign-up/email', person)).status).toBe(422)
  expect((await callAuth('/auth/sign-up/email', {})).status).toBe(422)
  expect((await callAuth('/auth/sign-in/email', { email, password: 'not-this-one' })).status).toBe(401)
  const { token } = (await callAuth('/auth/sign-in/email', { email, password: PASSWORD })).body
  expect((await callAuth('/auth/send-verification-email', { email })).status).toBe(200)
  expect((await callAuth('/auth/email-otp/verify-email', { code: '000000' }, token)).status).toBe(400)
  expect((await callAuth('/auth/email-otp/verify-email', { code: '000000' })).status).toBe(401)
  expect((await callAuth('/auth/request-password-reset', { email })).status).toBe(200)
  const made = { token: 'made-up', newPassword: 'a-new-road' }
  expect((await callAuth('/auth/reset-password', made)).status).toBe(400)
  expect((await callAuth('/auth/sign-out', {}, token)).status).toBe(200)
  expect((await callAuth('/auth/sign-out', {}, token)).status).toBe(401)
})
