import { expect, test } from 'vitest'
import { allCalls } from '#contract/calls.ts'
import { describeCalls } from './describe-calls.ts'

const described = describeCalls(allCalls)
const named = (name: string) => described.find((call) => call.name === name)

test('every call of the contract is in the reference', () => {
  expect(described.map((call) => call.name)).toEqual(allCalls.map(([name]) => name))
})

test('no field of the reference is left without a type', () => {
  const fields = described.flatMap((call) => [
    ...call.parameters,
    ...call.query,
    ...call.body,
    ...call.answer,
  ])
  expect(fields.filter((field) => field.type === '')).toEqual([])
})

test('a list says what its items hold', () => {
  expect(named('listProducts')).toMatchObject({ method: 'GET', path: '/products', list: true })
  expect(named('listProducts')?.answer.map((field) => field.name)).toContain('minOrder')
})

test('what must be given and what may be given are told apart', () => {
  const body = named('addReview')?.body
  expect(body).toContainEqual(expect.objectContaining({ name: 'rating', required: true }))
  expect(body).toContainEqual(expect.objectContaining({ name: 'text', required: false }))
})

test('fields within a field are named with it', () => {
  expect(named('uploadImage')?.answer.map((field) => field.name)).toContain('data.url')
  expect(named('listVehicleChoices')?.answer.map((field) => field.name)).toContain('engines[].label')
})
