import { storeTitle } from '#domain/content/store-content.ts'
import type { SectionContents } from '#domain/content/store-settings.ts'
import { ContactDetails } from '../../components/contact-details.tsx'
import { useSettings } from '../../layout/use-settings.ts'
import { NumberField, Options, Select, TextArea, TextField } from '../../ui/field.tsx'
import { parseNumber } from '../../ui/parse-number.ts'
import { filledRows, RowsField } from './rows-field.tsx'
import { SectionFrame } from './section-frame.tsx'
import { linesOf, type Stored, typedOr, useSection } from './use-section.ts'

/** The fields with one text each, in the order of the form. */
const LINES = [
  { key: 'name', label: 'Name', max: 40, hint: 'In titles, emails, the menu and the authenticator app.' },
  { key: 'company', label: 'Legal name', max: 200, hint: 'On packing slips, in emails and at the address.' },
] as const
const PARAGRAPHS = [
  {
    key: 'description',
    label: 'Description for search engines',
    max: 300,
    hint: 'One or two sentences.',
  },
  { key: 'intro', label: 'Introduction of the contact page', max: 500, hint: 'The first sentences there.' },
  {
    key: 'shipping',
    label: 'When paid orders ship',
    max: 200,
    hint: 'A sentence that customers read after a payment, and with each order that has not shipped.',
  },
] as const

const ZONES = ['UTC', ...Intl.supportedValuesOf('timeZone')]

type LineKey = (typeof LINES)[number]['key'] | (typeof PARAGRAPHS)[number]['key'] | 'timeZone' | 'answers'
type Phone = { label: string; number: string; dial: string }
type Email = { label: string; address: string }
type Texts = Record<LineKey | 'since' | 'address', string> & {
  phones: readonly Phone[]
  emails: readonly Email[]
}

/** Name, address, phones, emails and promises. */
export function FactsForm({ stored }: { stored: Stored<'facts'> }) {
  const form = useSection<'facts', Texts>('facts', stored, {
    texts: ({ since, address, phones, emails, ...texts }) => ({
      name: texts.name ?? '',
      company: texts.company ?? '',
      timeZone: texts.timeZone ?? '',
      description: texts.description ?? '',
      intro: texts.intro ?? '',
      shipping: texts.shipping ?? '',
      answers: texts.answers ?? '',
      since: since === undefined ? '' : String(since),
      address: address.join('\n'),
      phones: phones.map(({ dial = '', ...phone }) => ({ ...phone, dial })),
      emails,
    }),
    content: factsOf,
    tidied: ({ phones, emails, ...others }) => ({
      ...others,
      phones: filledRows(phones),
      emails: filledRows(emails),
    }),
  })
  const { values, set, problemOf } = form
  const { timeZone: present } = useSettings()
  const own = stored.content.timeZone
  const zones = [
    { key: '', label: own === undefined ? `As on the server: ${present}` : 'As on the server' },
    ...new Set(own === undefined ? ZONES : [own, ...ZONES]),
  ]
  const field = (key: LineKey | 'since' | 'address') => ({
    name: key,
    value: values[key],
    error: problemOf(key),
    onChange: (event: { target: { value: string } }) => set({ [key]: event.target.value }),
  })
  return (
    <SectionFrame
      form={form}
      lead="Shown in titles, emails, on the contact page, on receipts and packing slips."
      preview={<Preview content={form.content} />}
    >
      <div className="grid items-start gap-5 sm:grid-cols-2">
        {LINES.map(({ key, max, ...props }) => (
          <TextField key={key} optional maxLength={max} {...props} {...field(key)} />
        ))}
        <NumberField label="Founded in" optional inputMode="numeric" maxLength={4} {...field('since')} />
        <Select
          label="Time zone"
          hint="The days of orders, deadlines, tax and reports are in it, and times in emails and exports."
          {...field('timeZone')}
        >
          <Options of={zones} />
        </Select>
      </div>
      {PARAGRAPHS.map(({ key, max, ...props }) => (
        <TextArea key={key} rows={2} optional maxLength={max} {...props} {...field(key)} />
      ))}
      <TextArea
        label="Address"
        rows={4}
        optional
        hint="One line each, at most eight."
        {...field('address')}
      />
      <RowsField
        name="phones"
        title="Phones"
        one="phone"
        max={10}
        fields={[
          { key: 'label', label: 'What it is for', max: 60 },
          { key: 'number', label: 'Number', max: 31 },
          {
            key: 'dial',
            label: 'To dial',
            max: 16,
            optional: true,
            hint: 'Such as +13095550117, if it is not the number',
          },
        ]}
        rows={values.phones}
        problemOf={problemOf}
        onChange={(phones) => set({ phones })}
      />
      <RowsField
        name="emails"
        title="Emails"
        one="email"
        max={10}
        fields={[
          { key: 'label', label: 'What it is for', max: 60 },
          { key: 'address', label: 'Email address', max: 254 },
        ]}
        rows={values.emails}
        problemOf={problemOf}
        onChange={(emails) => set({ emails })}
      />
      <TextField
        label="When messages are answered"
        optional
        maxLength={100}
        hint="Completes “We answer …”, such as “within one business day”."
        {...field('answers')}
      />
    </SectionFrame>
  )
}

function factsOf({ since, address, phones, emails, ...texts }: Texts): object {
  return {
    name: typedOr(texts.name),
    company: typedOr(texts.company),
    timeZone: typedOr(texts.timeZone),
    description: typedOr(texts.description),
    intro: typedOr(texts.intro),
    shipping: typedOr(texts.shipping),
    answers: typedOr(texts.answers),
    since: parseNumber(since),
    address: linesOf(address),
    phones: phones.map(({ dial, ...phone }) => ({ ...phone, dial: typedOr(dial) })),
    emails,
  }
}

function Preview({ content }: { content: SectionContents['facts'] }) {
  const { name = 'The store', since, shipping, answers, intro, company } = content
  const founded = Number.isInteger(since) ? since : undefined
  return (
    <div className="flex flex-col gap-6">
      <p className="font-display text-2xl">{storeTitle({ name, since: founded })}</p>
      {intro && <p>{intro}</p>}
      <ContactDetails
        contact={{ ...content, company: company ?? name, since: founded, hours: [], timeZone: undefined }}
      />
      {answers && <p>We answer {answers}.</p>}
      {shipping && <p>{shipping}</p>}
    </div>
  )
}
