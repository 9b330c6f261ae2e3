import { z } from 'zod'
import { isTimeZone } from '../shared/shop-days.ts'
import { bounded, email, line, list, text } from './content-text.ts'

// What an admin changes on the settings screen. Each section has one schema: `store.json` (content-files.ts),
// the API and the form check by it.

/** The most articles of a store. */
export const MAX_ARTICLES = 500

/** A zone that the store cannot reckon with. */
export const NO_TIME_ZONE = 'Must be a time zone such as America/Chicago'

/** Name, address, time zone, phones, emails and promises, without the opening hours. */
export const FactsSchema = z.strictObject({
  name: text(40).optional(),
  since: z.number().int().min(1600).max(2100).optional(),
  /**
   * The store's time zone, by its name in the IANA list: "America/Chicago". Without it, that of the store's
   * files, or of its machine.
   */
  timeZone: bounded(60).trim().refine(isTimeZone, NO_TIME_ZONE).optional(),
  /** One or two sentences for search engines. */
  description: text(300).optional(),
  /** When paid orders ship, in a sentence: shown after a payment and with each order waiting to ship. */
  shipping: text(200).optional(),
  company: line.optional(),
  intro: text(500).optional(),
  address: list(line, 8),
  phones: list(
    z.strictObject({
      label: text(60),
      number: bounded(31).regex(/^[+\d][\d ().-]{2,30}$|^\([\d ().-]{3,30}$/, 'Must be a telephone number'),
      /** The number in international form, when the displayed one is shorter. */
      dial: bounded(16)
        .regex(/^\+\d{5,15}$/, 'Must be like +13095550117')
        .optional(),
    }),
    10,
  ),
  emails: list(z.strictObject({ label: text(60), address: email }), 10),
  /** When messages are answered, such as "within one business day". */
  answers: text(100).optional(),
})

/** The opening hours. */
export const HoursSchema = z.strictObject({
  hours: list(z.strictObject({ days: text(60), hours: text(60) }), 10),
  /** A note below them, such as "All times are Central Time." The store does not reckon with it. */
  timeZone: line.optional(),
})

export const ReturnsFields = z.strictObject({
  /** For how many days a part may be returned: on the home page, parts, shipped orders and in emails. */
  returnDays: z.number().int().min(1).max(365).optional(),
  /** Which parts may be returned; completes "to return a part …". */
  returnCondition: text(80).optional(),
})

/** A condition without days would promise nothing. */
export const hasReturnDays = ({ returnDays, returnCondition }: z.infer<typeof ReturnsFields>) =>
  returnDays !== undefined || returnCondition === undefined
export const NEEDS_DAYS = { path: ['returnCondition'], error: 'Needs a number of days' }

/** Within how many days which parts may be returned. */
export const ReturnsSchema = ReturnsFields.refine(hasReturnDays, NEEDS_DAYS)

/** The columns of the footer. */
export const FooterSchema = z.strictObject({
  footer: list(z.strictObject({ title: text(60), entries: z.array(text(60)).min(1).max(12) }), 4),
})

/** The articles in the order of the page Blogs, by their slugs. Those that it does not name come first. */
export const ArticleOrderSchema = z.strictObject({ articles: z.array(text(200)).max(MAX_ARTICLES) })

/** The schema of each section. */
export const SECTION_SCHEMAS = {
  facts: FactsSchema,
  hours: HoursSchema,
  returns: ReturnsSchema,
  footer: FooterSchema,
  articles: ArticleOrderSchema,
} as const

export type SettingsSection = keyof typeof SECTION_SCHEMAS
export type SectionContent<S extends SettingsSection> = z.output<(typeof SECTION_SCHEMAS)[S]>
/** The content of every section. */
export type SectionContents = { [S in SettingsSection]: SectionContent<S> }

export const SECTIONS = Object.keys(SECTION_SCHEMAS) as readonly SettingsSection[]

/** The version of a section whose content comes from the store's files. */
const Version = z.uuid('This is not a version of the settings').nullable()

const edit = <S extends SettingsSection>(section: S) =>
  z.object({
    section: z.literal(section),
    /** Null: what the store's files say, again. */
    content: SECTION_SCHEMAS[section].nullable(),
    /** As loaded, so that another admin's change is not overwritten. */
    version: Version,
  })

/** Body of `PUT /settings`. */
export const EditSettingsInput = z.discriminatedUnion(
  'section',
  [edit('facts'), edit('hours'), edit('returns'), edit('footer'), edit('articles')],
  { error: `Choose one of these: ${SECTIONS.join(', ')}` },
)
export type EditSettingsInput = z.infer<typeof EditSettingsInput>

const shown = <Content extends z.ZodType>(content: Content) =>
  z.object({
    content,
    version: z.uuid().nullable(),
    changedAt: z.string().optional(),
    /** The admin's name. */
    changedBy: z.string().optional(),
  })

/** The response of `GET /settings`. */
export const SettingsSchema = z.object({
  facts: shown(FactsSchema),
  hours: shown(HoursSchema),
  returns: shown(ReturnsSchema),
  footer: shown(FooterSchema),
  articles: shown(ArticleOrderSchema),
  articleTitles: z.array(z.object({ slug: z.string(), title: z.string(), published: z.string() })),
})
export type Settings = z.infer<typeof SettingsSchema>
