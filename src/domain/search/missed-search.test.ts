import { expect, test } from 'vitest'
import { countableWords } from './missed-search.ts'

test.each([
  ['Flux  Capacitor!', 'flux capacitor'],
  ['ÉCHAPPEMENT sport', 'echappement sport'],
  ['0986 49', '0986 49'],
  ['wk 854/2', 'wk 854 2'],
  ['alternatorbracketset', 'alternatorbracketset'],
  ['2012 civic 1.8', '2012 civic 1.8'],
])('%s is counted as %s', (typed, words) => {
  expect(countableWords(typed)).toBe(words)
})

test.each([
  ['nothing', ''],
  ['no words', '—!?'],
  ['an email address', 'vic@example.com'],
  ['an email address among words', 'pads for VIC@Example.com please'],
  ['an email address in full-width characters', 'vic＠example.com'],
  ['a phone number', '(217) 555-0100'],
  ['a phone number among words', 'call 217.555.0100 now'],
  ['a local number', '555-0100'],
  ['an international number', '+49 170 1234567'],
  ['a phone number in Arabic digits', '٢١٧٥٥٥٠١٠٠'],
  ['a VIN', '1HGCM82633A004352'],
  ['a VIN in groups', '1HG CM82633 A 004352'],
  ['a VIN with dashes among words', 'brakes 1HG-CM82633A-004352'],
  ['a VIN with a word before it', 'vin1hgcm82633a004352'],
  ['a VIN with a wrong letter', '1HGCM82633O0O4352'],
  ['text that grows when it is normalized', 'ﬃ'.repeat(60)],
])('%s is not counted', (_what, typed) => {
  expect(countableWords(typed)).toBeNull()
})
