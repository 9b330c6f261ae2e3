import { expect, test } from 'vitest'
import { canonicalGtin } from './gtin.ts'

test.each([
  ['a UPC', '036000291452', '036000291452'],
  ['a UPC with spaces and hyphens', '0 36000-29145 2', '036000291452'],
  ['a UPC as files pad it', '00036000291452', '036000291452'],
  ['an EAN', '4006381333931', '4006381333931'],
  ['a short EAN', '96385074', '96385074'],
  ['a case', '10012345678902', '10012345678902'],
])('%s is a GTIN', (_, typed, stored) => expect(canonicalGtin(typed)).toBe(stored))

test.each([
  ['a wrong check digit', '036000291453'],
  ['two digits that changed places', '036000294152'],
  ['another length', '0360002914'],
  ['letters', '03600029145X'],
  ['a number that a spreadsheet shortened', '3.6E+10'],
  ['zeros', '00000000'],
  ['nothing', ''],
])('%s is none', (_, typed) => expect(canonicalGtin(typed)).toBeNull())
