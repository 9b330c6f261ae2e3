import { expect, test } from 'vitest'
import { allCalls } from '#contract/calls.ts'
import { describeCalls } from './describe-calls.ts'

const described = describeCalls(allCalls)
const named = (name: string) => described.find((call) => call.name === name)

test('every API call is in the reference', () => {
  expect(described.map((call) => call.name)).toEqual(allCalls.map(([name]) => name))
})

test('every field of the reference has a type', () => {
  const fields = described.flatMap((call) => [
    ...call.parameters,
    ...call.query,
    ...call.body,
    ...call.response,
  ])
  expect(fields.filter((field) => field.type === '')).toEqual([])
})

test('the reference of a list describes its items', () => {
  expect(named('listProducts')).toMatchObject({ method: 'GET', path: '/products', list: true })
  expect(named('listProducts')?.response.map((field) => field.name)).toContain('minOrder')
})

test('the reference distinguishes required and optional fields', () => {
  const body = named('addReview')?.body
  expect(body).toContainEqual(expect.objectContaining({ name: 'rating', required: true }))
  expect(body).toContainEqual(expect.objectContaining({ name: 'text', required: false }))
})

test('the reference names nested fields by their path', () => {
  expect(named('uploadImage')?.response.map((field) => field.name)).toContain('data.url')
  expect(named('listVehicleChoices')?.response.map((field) => field.name)).toContain('engines[].label')
})
