import type { SectionContents } from '#domain/content/store-settings.ts'
import { FooterColumns } from '../../layout/footer.tsx'
import { TextArea, TextField } from '../../ui/field.tsx'
import { SectionFrame } from './section-frame.tsx'
import { linesOf, type Stored, useSection } from './use-section.ts'

const MAX_COLUMNS = 4
const BLANK = { title: '', entries: '' }

type Column = typeof BLANK
type Texts = { columns: readonly Column[] }

const isFilled = ({ title, entries }: Column) => title.trim() !== '' || entries.trim() !== ''

/** The columns of the footer: always four in the form, of which blank ones are not saved. */
export function FooterForm({ stored }: { stored: Stored<'footer'> }) {
  const form = useSection<'footer', Texts>('footer', stored, {
    texts: ({ footer }) => ({
      columns: Array.from({ length: MAX_COLUMNS }, (_, at) => {
        const column = footer[at]
        return column ? { title: column.title, entries: column.entries.join('\n') } : BLANK
      }),
    }),
    content: ({ columns }): SectionContents['footer'] => ({
      footer: columns.filter(isFilled).map(({ title, entries }) => ({ title, entries: linesOf(entries) })),
    }),
    tidied: ({ columns }) => {
      const filled = columns.filter(isFilled)
      return { columns: [...filled, ...columns.filter((column) => !isFilled(column))] }
    },
  })
  const { values, set, problemOf } = form
  return (
    <SectionFrame
      form={form}
      lead="Shown at the bottom of the public pages, after the logo. Its lines are text, not links."
      preview={
        <div className="graphite grid grid-cols-2 gap-x-6 gap-y-8 rounded-md p-4">
          <FooterColumns columns={form.content.footer} />
        </div>
      }
    >
      <div className="grid items-start gap-5 sm:grid-cols-2">
        {values.columns.map((column, at) => {
          const change = (part: Partial<Column>) =>
            set({ columns: values.columns.with(at, { ...column, ...part }) })
          return (
            // The columns have no identity of their own, and their fields are controlled.
            // oxlint-disable-next-line react/no-array-index-key
            <fieldset key={at} className="flex flex-col gap-4 rounded-md border border-line bg-raised p-4">
              <legend className="px-1 font-display text-xl">Column {at + 1}</legend>
              <TextField
                label="Heading"
                name={`footer.${at}.title`}
                optional={at > 0}
                maxLength={60}
                value={column.title}
                error={problemOf(`footer.${at}.title`)}
                onChange={(event) => change({ title: event.target.value })}
              />
              <TextArea
                label="Lines"
                name={`footer.${at}.entries`}
                optional={at > 0}
                hint="At most 12 lines"
                value={column.entries}
                error={problemOf(`footer.${at}.entries`)}
                onChange={(event) => change({ entries: event.target.value })}
              />
            </fieldset>
          )
        })}
      </div>
    </SectionFrame>
  )
}
