import { ContactDetails } from '../../components/contact-details.tsx'
import { TextField } from '../../ui/field.tsx'
import { filledRows, RowsField } from './rows-field.tsx'
import { SectionFrame } from './section-frame.tsx'
import { type Stored, typedOr, useSection } from './use-section.ts'

/** The opening hours. */
export function HoursForm({ stored }: { stored: Stored<'hours'> }) {
  const form = useSection('hours', stored, {
    texts: ({ hours, timeZone }) => ({ hours, timeZone: timeZone ?? '' }),
    content: ({ hours, timeZone }) => ({ hours, timeZone: typedOr(timeZone) }),
    tidied: ({ hours, ...others }) => ({ ...others, hours: filledRows(hours) }),
  })
  const { values, set, problemOf } = form
  const shown = { address: [], phones: [], emails: [], company: '', since: undefined }
  return (
    <SectionFrame
      form={form}
      lead="Shown on the contact page."
      preview={<ContactDetails contact={{ ...shown, ...form.content }} />}
    >
      <RowsField
        name="hours"
        title="Hours"
        one="hours"
        max={10}
        fields={[
          { key: 'days', label: 'Days', max: 60, hint: 'Such as “Monday to Friday”' },
          { key: 'hours', label: 'From when to when', max: 60, hint: 'Such as “8 am – 5 pm”, or “Closed”' },
        ]}
        rows={values.hours}
        problemOf={problemOf}
        onChange={(hours) => set({ hours: [...hours] })}
      />
      <TextField
        label="Note about times"
        name="timeZone"
        optional
        maxLength={200}
        hint="Such as “All times are Central Time.”"
        value={values.timeZone}
        error={problemOf('timeZone')}
        onChange={(event) => set({ timeZone: event.target.value })}
      />
    </SectionFrame>
  )
}
