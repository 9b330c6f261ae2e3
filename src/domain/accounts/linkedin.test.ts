import { expect, test } from 'vitest'
import { isLinkedInUrl } from './linkedin.ts'

test.each([
  'https://www.linkedin.com/in/zoe',
  'https://linkedin.com/in/Zoe',
  'https://de.linkedin.com/in/zoë?x=1#top',
  'https://linkedin.com',
])('%s is an address of LinkedIn', (text) => {
  expect(isLinkedInUrl(text)).toBe(true)
  expect(new URL(text).host).toMatch(/^(?:[a-z]+\.)?linkedin\.com$/)
})

test.each([
  'linkedin.com/in/zoe',
  'http://linkedin.com/in/zoe',
  'HTTPS://LINKEDIN.COM/in/zoe',
  'https://LinkedIn.com/in/zoe',
  'https:linkedin.com/in/zoe',
  'ht\ttps://linkedin.com/in/zoe',
  'https://linked\nin.com/in/zoe',
  ' https://linkedin.com/in/zoe',
  'https://linkedin.com/in/zoe ',
  'https://linkedin.com/in/zoe and more',
  'https://linkedin.com.evil.com/in/zoe',
  'https://linkedin.com.',
  'https://evil-linkedin.com/in/zoe',
  'https://evillinkedin.com/in/zoe',
  'https://evil.com/linkedin.com',
  'https://evil.com#.linkedin.com/',
  'https://evil.com?.linkedin.com/',
  'https://evil.com\\.linkedin.com/',
  'https://linkedin.com@evil.com',
  'https://linkedin.com\\@evil.com',
  'https://evil@linkedin.com/in/zoe',
  'https://evil:x@linkedin.com/in/zoe',
  'https://linkedin.com:8443/in/zoe',
  'https://xn--linkedin-.com/in/zoe',
  'https://ｌinkedin.com/in/zoe',
  'https://lınkedin.com/in/zoe',
  '//linkedin.com/in/zoe',
  'javascript:alert(1)//https://linkedin.com/',
  'javascript://linkedin.com/%0aalert(1)',
  'data:text/html,https://linkedin.com/',
  'I have no LinkedIn',
  '',
])('%s is text', (text) => {
  expect(isLinkedInUrl(text)).toBe(false)
})
