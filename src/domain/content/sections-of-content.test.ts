import { expect, test } from 'vitest'
import { sectionsOf, withSections } from './sections-of-content.ts'
import type { StoreContent } from './store-content.ts'
import { SECTION_SCHEMAS, SECTIONS } from './store-settings.ts'

// What the sections do not touch, such as the home page, is left out.
const content = {
  name: 'Driveline',
  since: 1992,
  timeZone: 'America/Chicago',
  description: 'Auto parts.',
  shipping: 'Ships today.',
  returnDays: 30,
  returnCondition: 'that was never installed',
  contact: {
    company: 'Driveline Auto Parts',
    intro: 'Ask us.',
    address: ['1 Main Street'],
    phones: [{ label: 'Counter', number: '(217) 555-0192' }],
    emails: [{ label: 'Orders', address: 'orders@driveline.example' }],
    answers: 'within a day',
    hours: [{ days: 'Monday', hours: '8 am – 5 pm' }],
    timeZone: 'Central Time',
  },
  footer: [{ title: 'Legal', entries: ['Terms'] }],
  articles: [{ slug: 'new' }, { slug: 'old' }],
} as unknown as StoreContent

test.each(SECTIONS.filter((section) => section !== 'articles'))(
  'what a blank section %s leaves out is not what the files say, and the others are',
  (section) => {
    const blank = SECTION_SCHEMAS[section].parse({})
    const { [section]: kept, ...others } = sectionsOf(withSections(content, { [section]: blank }))
    // A store needs a name and a time zone.
    const needed = { name: 'Driveline', timeZone: 'America/Chicago' }
    expect(kept).toEqual(section === 'facts' ? { ...blank, ...needed } : blank)
    expect(others).toEqual({ ...sectionsOf(content), [section]: undefined })
  },
)

test('the articles follow the order; those that it does not name come first, unknown ones are ignored', () => {
  const order = (articles: string[]) => sectionsOf(withSections(content, { articles: { articles } })).articles
  expect(order(['old', 'old', 'deleted', 'new'])).toEqual({ articles: ['old', 'new'] })
  expect(order(['new'])).toEqual({ articles: ['old', 'new'] })
})
