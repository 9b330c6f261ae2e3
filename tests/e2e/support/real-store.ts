import { randomBytes } from 'node:crypto'
import { readContent } from '#server/content/read-content.ts'
import { expect } from './test.ts'

/** Settings of a real store. Its public URL differs from the one that the tests use, as behind a proxy. */
export const realStore = {
  DEMO: '0',
  APP_URL: 'http://parts.shop.test',
  AUTH_SECRET: randomBytes(36).toString('base64'),
  STRIPE_SECRET_KEY: `sk_test_${randomBytes(24).toString('hex')}`,
  STRIPE_PUBLISHABLE_KEY: `pk_test_${randomBytes(24).toString('hex')}`,
  STRIPE_ALLOW_TEST_KEYS: '1',
  STRIPE_WEBHOOK_SECRET: `whsec_${randomBytes(24).toString('hex')}`,
  // Nothing listens there, and no request may reach the real one.
  STRIPE_API_BASE: 'http://127.0.0.1:9',
  SMTP_URL: 'smtp://127.0.0.1:9',
  MAIL_FROM: 'Gasket Grove <counter@gasketgrove.test>',
  SWEEP_SECONDS: '3600',
}

/** Every text of the demo content that would be recognizable elsewhere. */
export async function demoTexts(): Promise<string[]> {
  const { content } = await readContent({
    demo: true,
    sender: { name: '', address: '' },
    APP_URL: undefined,
  })
  const texts: string[] = []
  const collect = (value: unknown): void => {
    if (typeof value === 'string') texts.push(value)
    else if (value && typeof value === 'object') Object.values(value).forEach(collect)
  }
  const { name, contact, home, blogs, footer, articles, portfolio } = content
  collect([name, contact, home, blogs, footer.map(({ entries }) => entries), portfolio])
  collect(articles.map(({ title, question }) => [title, question]))
  // Words too common to belong to the demo.
  const common =
    /^(?:Contact|text|own|\d{1,4}|Code|Live|Design|Marketing|Jobs|React|CSS|HTML|Git|SQL|Docs|Website|Closed|Monday to Friday|Languages|JavaScript|TypeScript|PostgreSQL)$/i
  return [...new Set(texts)].filter((text) => text.length > 3 && !common.test(text))
}

/** URLs that every store has. */
export const PAGES = [
  '/',
  '/parts',
  '/customerReviews',
  '/blogs',
  '/contactUs',
  '/login',
  '/signup',
  '/reset-password',
  '/dashboard',
  '/no-such-page',
  '/_root.data',
  '/blogs.data',
  '/contactUs.data',
  '/site.webmanifest',
  '/sitemap.xml',
  '/robots.txt',
  '/openapi.json',
  '/favicon.svg',
]

/** Expects no demo text in the output of a real store. */
export async function expectNoDemoText(
  output: string,
  where: string,
  demoTexts: readonly string[],
): Promise<void> {
  const text = output.replaceAll('&#x27;', "'").replaceAll('&amp;', '&')
  expect(
    demoTexts.filter((demoText) => text.includes(demoText)),
    `${where} shows demo text`,
  ).toEqual([])
  expect(text, where).not.toMatch(
    /since 1992|foundingDate":"1992|250 brands|42 categories|never installed|driveline\.example/i,
  )
}
