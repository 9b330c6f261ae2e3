import { describe, expect, test } from 'vitest'
import { LinkedInSchema } from './linkedin.ts'

describe('a link to LinkedIn', () => {
  test.each([
    ['https://www.linkedin.com/in/zoe', 'https://www.linkedin.com/in/zoe'],
    ['linkedin.com/in/zoe', 'https://linkedin.com/in/zoe'],
    ['www.linkedin.com/in/zoe', 'https://www.linkedin.com/in/zoe'],
    ['http://linkedin.com/in/zoe', 'https://linkedin.com/in/zoe'],
    ['https://example.com/zoe', 'https://example.com/zoe'],
    [' //de.LinkedIn.com/in/zoë?x=1 ', 'https://de.linkedin.com/in/zo%C3%AB?x=1'],
  ])('%s is completed', (typed, stored) => {
    expect(LinkedInSchema.parse(typed)).toBe(stored)
    expect(LinkedInSchema.parse(stored)).toBe(stored)
  })

  test.each([
    'https://linkedin.com@evil.com',
    'https://evil@linkedin.com',
    'https://evil:x@linkedin.com/in/zoe',
    'https://linkedin.com:8443/in/zoe',
    'https://localhost/in/zoe',
    'https://127.0.0.1/in/zoe',
    'https://[::1]/in/zoe',
    'https://linkedin.com.',
    'javascript:alert(1)//linkedin.com',
    'ftp://linkedin.com/in/zoe',
    'zoe',
    'https://',
  ])('%s is not on LinkedIn', (typed) => {
    expect(LinkedInSchema.safeParse(typed).error?.issues[0]?.message).toMatch(/such as linkedin\.com\/in/)
  })
})
