import { describe, expect, test } from 'vitest'
import { addressForLimits } from './client-address.ts'

const from = (address: string) => addressForLimits(address, null, false)
const behindProxy = (forwarded: string) => addressForLimits(null, forwarded, true)

test('An IPv4 address counts as one, in every form that servers and proxies write it', () => {
  for (const written of ['192.0.2.7', '::ffff:192.0.2.7', '::FFFF:c000:207', '192.0.2.7:49152'])
    expect(from(written), written).toBe('192.0.2.7')
})

describe('IPv6 addresses', () => {
  test.each([
    '2001:db8:1:2:aaaa::1',
    '2001:0DB8:0001:0002::ffff',
    '2001:db8:1:2:3:4:5:6',
    '[2001:db8:1:2::9]:49152',
    '[2001:db8:1:2::9]',
    '2001:db8:1:2::192.0.2.1',
  ])('of one household count as one: %s', (written) => {
    expect(from(written)).toBe('2001:db8:1:2::/64')
    expect(behindProxy(`192.0.2.9, ${written}`)).toBe('2001:db8:1:2::/64')
  })

  test('of different households count separately', () => {
    expect(from('2001:db8:1:3::1')).not.toBe(from('2001:db8:1:2::1'))
    expect(from('2001:db8:0:0:1::1')).not.toBe(from('2001:db8:0:1::1'))
  })

  test('of this machine and its local network are accepted, too', () => {
    expect(from('::1')).toBe('::/64')
    expect(from('fe80::1%eth0')).toBe(from('fe80::2%eth1'))
  })
})

test('All requests without an address share one count', () => {
  expect(addressForLimits(null, null, false)).toBe('unknown')
  expect(addressForLimits(null, '192.0.2.7', false)).toBe('unknown')
  expect(behindProxy('1.1.1.1, 192.0.2.7')).toBe('192.0.2.7')
})

test.each([':', '1:2', '[', '[::1', '1.2.3.4.5', 'fe80::%', '::1::', '1::2::3', '\u00ff'])(
  'Text that is not an address is its own group: %j',
  (written) => {
    expect(behindProxy(`192.0.2.7, ${written}`)).toBe(from(written))
    expect(from(written)).not.toBe('')
  },
)
