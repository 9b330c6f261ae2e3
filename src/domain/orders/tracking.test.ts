import fc from 'fast-check'
import { expect, test } from 'vitest'
import { CARRIERS, type Carrier, ShipOrderInput, trackingLink, TrackingSchema } from './tracking.ts'

const HOSTS: Record<Carrier, string | null> = {
  UPS: 'www.ups.com',
  USPS: 'tools.usps.com',
  FedEx: 'www.fedex.com',
  DHL: 'www.dhl.com',
  Other: null,
}

test('every accepted tracking number links to its carrier, over https, with the number as one value', () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string({
      unit: fc.constantFrom(
        'a',
        'Z',
        '0',
        '-',
        ' ',
        '&',
        '?',
        '#',
        '/',
        '%',
        ':',
        '@',
        '.',
        '\\',
        '\n',
        '<',
        '"',
      ),
    }),
    fc.stringMatching(/^[A-Za-z0-9 -]{4,40}$/),
  )
  let accepted = 0
  fc.assert(
    fc.property(fc.constantFrom(...CARRIERS), text, (carrier, trackingNumber) => {
      const read = TrackingSchema.safeParse({ carrier, trackingNumber })
      if (!read.success) return
      accepted += 1
      const link = trackingLink(read.data)
      if (link === null) {
        expect(HOSTS[carrier]).toBeNull()
        return
      }
      const { protocol, host, searchParams, hash, username } = new URL(link)
      expect({ protocol, host, hash, username }).toEqual({
        protocol: 'https:',
        host: HOSTS[carrier],
        hash: '',
        username: '',
      })
      expect([...searchParams.values()]).toEqual([read.data.trackingNumber])
      expect(read.data.trackingNumber).toMatch(/^[A-Z0-9-]{4,40}$/)
    }),
    { numRuns: 500 },
  )
  expect(accepted).toBeGreaterThan(20)
})

test('a number is stored as carriers print it, in any case and spacing', () => {
  expect(TrackingSchema.parse({ carrier: 'UPS', trackingNumber: ' 1z 9v4 1r7 0355019832\n' })).toEqual({
    carrier: 'UPS',
    trackingNumber: '1Z9V41R70355019832',
  })
})

test.each([
  [{}, {}],
  [{ carrier: 'UPS' }, { trackingNumber: 'Tracking number is required' }],
  [{ trackingNumber: '1Z999' }, { carrier: 'Choose a carrier from the list' }],
  [{ carrier: 'Pigeon', trackingNumber: '1Z999' }, { carrier: 'Choose a carrier from the list' }],
  [
    { carrier: 'UPS', trackingNumber: '1Z9' },
    { trackingNumber: 'A tracking number has 4 to 40 letters, digits and hyphens' },
  ],
  [
    { carrier: 'UPS', trackingNumber: 'https://evil.example' },
    { trackingNumber: 'A tracking number has 4 to 40 letters, digits and hyphens' },
  ],
])('shipping with %j is refused for %j', (input, problems) => {
  const issues = ShipOrderInput.safeParse(input).error?.issues ?? []
  expect(Object.fromEntries(issues.map(({ path, message }) => [path.join('.'), message]))).toEqual(problems)
})
