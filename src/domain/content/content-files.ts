import { z } from 'zod'
import { isStorable } from '../shared/plain-text.ts'

// The format of the files in CONTENT_DIR (docs/content.md).

/** A line or paragraph: trimmed, not blank, at most `max` characters. */
const text = (max: number) =>
  z
    .string()
    .trim()
    .min(1, 'must not be blank')
    .max(max)
    .refine((value) => isStorable(value) && !/\p{Cc}/u.test(value), 'must be one line of text')
const list = <S extends z.ZodType>(schema: S, max: number) => z.array(schema).max(max).default([])
const line = text(200)
const paragraph = text(2000)
const link = z.strictObject({
  label: text(60),
  href: z.url({ protocol: /^https$/, error: 'must be an https URL' }),
})
const year = z.number().int().min(1600).max(2100)
const email = z.email('must be an email address').max(254)

/** A brand of 'Brands We Trust'. Without a logo its name is shown as text. */
const BrandSchema = z.strictObject({
  name: text(60),
  /** A file of the folder `brands`: SVG, PNG or WebP. */
  logo: z
    .string()
    .regex(/^[\w-]{1,100}\.(?:svg|png|webp)$/i, 'must be a file name such as acme.svg (SVG, PNG or WebP)')
    .optional(),
})

/** A counter of the achievements block: runs from `from` to `to`, then shows a plus sign and the label. */
const CounterSchema = z.strictObject({
  from: z.number().int().min(0).max(999_999),
  to: z.number().int().min(0).max(999_999),
  label: text(60),
})

/** `store.json`. Missing fields are not shown. */
export const StoreFileSchema = z.strictObject({
  name: text(40).optional(),
  since: year.optional(),
  /** Before the numbers of orders: "BN" makes BN-10042. Without it the number is shown alone. */
  orderPrefix: z
    .string()
    .trim()
    .regex(/^[A-Z]{1,6}$/, 'must be 1 to 6 capital letters, such as BN')
    .optional(),
  /** One or two sentences for search engines. */
  description: text(300).optional(),
  contact: z
    .strictObject({
      company: line.optional(),
      intro: text(500).optional(),
      address: list(line, 8),
      phones: list(
        z.strictObject({
          label: text(60),
          number: z
            .string()
            .regex(/^[+\d][\d ().-]{2,30}$|^\([\d ().-]{3,30}$/, 'must be a telephone number'),
          /** The number in international form, when the displayed one is shorter. */
          dial: z
            .string()
            .regex(/^\+\d{5,15}$/, 'must be like +13095550117')
            .optional(),
        }),
        10,
      ),
      emails: list(z.strictObject({ label: text(60), address: email }), 10),
      hours: list(z.strictObject({ days: text(60), hours: text(60) }), 10),
      timeZone: line.optional(),
      /** When messages are answered, such as "within one business day". */
      answers: text(100).optional(),
    })
    .prefault({}),
  /** When paid orders ship, in a sentence: shown after a payment and with each order waiting to ship. */
  shipping: text(200).optional(),
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
  footer: list(z.strictObject({ title: text(60), entries: z.array(text(60)).min(1).max(12) }), 4),
})

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
