import { expect, test } from 'vitest'
import { greetingOf } from './greeting.ts'

test.each([
  ['Casey Morgan', 'Hi Casey,'],
  ['Cher', 'Hi Cher,'],
  ['  Casey \t Morgan ', 'Hi Casey,'],
  ['Dr. Ada Miller', 'Hi Ada,'],
  ['Prof Dr. Ada Miller', 'Hi Ada,'],
  ['Dr. Miller', 'Hi Dr. Miller,'],
  ['Mrs. O’Neill', 'Hi Mrs. O’Neill,'],
  ['Dr.', 'Hi Dr.,'],
  ['Miller, Ada', 'Hi Ada,'],
  ['Miller, Dr. Ada', 'Hi Ada,'],
  ['Casey Morgan, Jr.', 'Hi Casey,'],
  ['Jean-Luc Picard', 'Hi Jean-Luc,'],
  ['José Álvarez', 'Hi José,'],
  ['Jose\u0301 Alvarez', 'Hi Jose\u0301,'],
  ["D'Arcy Wu", "Hi D'Arcy,"],
  ['J. R. Ewing', 'Hi J. R. Ewing,'],
  ['J Ewing', 'Hi J Ewing,'],
  ["Bob's Garage", "Hi Bob's Garage,"],
  ['4 Wheels LLC', 'Hi 4 Wheels LLC,'],
  ['山田 太郎', 'Hi 山田 太郎,'],
  ['Иванова Мария', 'Hi Иванова Мария,'],
  ['محمد علي', 'Hi محمد علي,'],
  ['casey@example.com', 'Hello,'],
  ['', 'Hello,'],
  [' \u00a0', 'Hello,'],
])('"%s" is greeted with "%s"', (name, greeting) => {
  expect(greetingOf(name)).toBe(greeting)
})
