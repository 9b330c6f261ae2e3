import { expect, test } from 'vitest'
import { CLIENT_ADDRESS_HEADER, clientAddress } from './client-address.ts'

const from = (address: string) => clientAddress(new Headers({ [CLIENT_ADDRESS_HEADER]: address }), false)

test('An IPv4 address counts as it is, also where it is written as IPv6', () => {
  expect(from('192.0.2.7')).toBe('192.0.2.7')
  expect(from('::ffff:192.0.2.7')).toBe('192.0.2.7')
})

test('IPv6 addresses of one household count as one', () => {
  expect(from('2001:db8:1:2:aaaa::1')).toBe(from('2001:0DB8:0001:0002::ffff'))
  expect(from('2001:db8:1:3::1')).not.toBe(from('2001:db8:1:2::1'))
  expect(from('::1')).toBe('0:0:0:0')
})

test('A request without an address shares one count with all such requests', () => {
  expect(clientAddress(new Headers(), false)).toBe('unknown')
  expect(clientAddress(new Headers({ 'x-forwarded-for': '192.0.2.7' }), false)).toBe('unknown')
  expect(clientAddress(new Headers({ 'x-forwarded-for': '1.1.1.1, 192.0.2.7' }), true)).toBe('192.0.2.7')
})
