import { z } from 'zod'
import { email, line, list, text } from './content-text.ts'
import {
  FactsSchema,
  FooterSchema,
  hasReturnDays,
  HoursSchema,
  NEEDS_DAYS,
  ReturnsFields,
} from './store-settings.ts'

// The format of the files in CONTENT_DIR (docs/content.md).

const paragraph = text(2000)
const link = z.strictObject({
  label: text(60),
  href: z.url({ protocol: /^https$/, error: 'Must be an https URL' }),
})

/** A brand of 'Brands We Trust'. Without a logo its name is shown as text. */
const BrandSchema = z.strictObject({
  name: text(60),
  /** A sentence above its parts. */
  about: text(200).optional(),
  /** A file of the folder `brands`: SVG, PNG or WebP. */
  logo: z
    .string()
    .regex(/^[\w-]{1,100}\.(?:svg|png|webp)$/i, 'Must be a file name such as acme.svg (SVG, PNG or WebP)')
    .optional(),
})

/** A counter of the achievements block: runs from `from` to `to`, then shows a plus sign and the label. */
const CounterSchema = z.strictObject({
  from: z.number().int().min(0).max(999_999),
  to: z.number().int().min(0).max(999_999),
  label: text(60),
})

const { name, since, timeZone, description, shipping, ...contact } = FactsSchema.shape

const StoreFieldsSchema = z.strictObject({
  name,
  since,
  /** Before the numbers of orders: "BN" makes BN-10042. Without it the number is shown alone. */
  orderPrefix: z
    .string()
    .trim()
    .regex(/^[A-Z]{1,6}$/, 'Must be 1 to 6 capital letters, such as BN')
    .optional(),
  timeZone,
  description,
  contact: z.strictObject({ ...contact, ...HoursSchema.shape }).prefault({}),
  shipping,
  ...ReturnsFields.shape,
  home: z
    .strictObject({
      promise: text(100).optional(),
      text: text(500).optional(),
      brands: z
        .strictObject({
          text: line.optional(),
          /** `text`: logos are drawn in the text color, as one-color marks; `own`: unchanged, on white. */
          colors: z.enum(['text', 'own']).default('own'),
          list: z.array(BrandSchema).min(1).max(60),
        })
        .optional(),
      achievements: z
        .strictObject({ heading: line, counters: z.array(CounterSchema).min(1).max(3) })
        .optional(),
      business: z
        .strictObject({
          heading: line,
          paragraphs: z.array(paragraph).min(1).max(6),
          facts: list(z.strictObject({ figure: text(20), label: text(100) }), 5),
        })
        .optional(),
    })
    .prefault({}),
  blogs: z.strictObject({ lead: text(500).optional(), description: text(300).optional() }).prefault({}),
  ...FooterSchema.shape,
})

/** `store.json`. Missing fields are not shown. */
export const StoreFileSchema = StoreFieldsSchema.refine(hasReturnDays, NEEDS_DAYS)

/** `portfolio.json`: everything the portfolio page shows. */
export const PortfolioSchema = z.strictObject({
  name: line,
  role: line,
  intro: paragraph,
  contact: z.strictObject({
    email: email.optional(),
    phone: text(40).optional(),
    /** Town and region; no street. */
    location: line.optional(),
    links: list(link, 10),
  }),
  education: list(z.strictObject({ degree: line, school: line, years: text(40) }), 20),
  /** Best first. */
  skills: list(z.strictObject({ heading: line, skills: z.array(line).min(1).max(30) }), 12),
  projects: list(
    z.strictObject({
      name: line,
      tagline: line,
      description: paragraph,
      /** The tools it is made with. */
      tools: list(text(60), 20),
      links: list(link, 6),
    }),
    50,
  ),
})
