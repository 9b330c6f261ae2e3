import { returnSentence } from '#domain/content/return-promise.ts'
import { NumberField, TextField } from '../../ui/field.tsx'
import { parseNumber } from '../../ui/parse-number.ts'
import { SectionFrame } from './section-frame.tsx'
import { type Stored, typedOr, useSection } from './use-section.ts'

/** Within how many days which parts may be returned. */
export function ReturnsForm({ stored }: { stored: Stored<'returns'> }) {
  const form = useSection('returns', stored, {
    texts: ({ returnDays, returnCondition }) => ({
      returnDays: returnDays === undefined ? '' : String(returnDays),
      returnCondition: returnCondition ?? '',
    }),
    content: ({ returnDays, returnCondition }) => ({
      returnDays: parseNumber(returnDays),
      returnCondition: typedOr(returnCondition),
    }),
  })
  const { values, set, problemOf } = form
  const sentence = form.isValid ? returnSentence(form.content) : undefined
  return (
    <SectionFrame
      form={form}
      lead="Shown on the home page, on each part, at the checkout, with shipped orders, and in the emails of paid and shipped orders."
      preview={
        <p>
          {sentence ?? (form.isValid ? 'Nothing is promised.' : 'Correct the fields to see the sentence.')}
        </p>
      }
    >
      <NumberField
        label="Days"
        name="returnDays"
        optional
        inputMode="numeric"
        maxLength={3}
        hint="For how many days a part may be returned. Blank: nothing is promised."
        fieldClassName="max-w-40"
        value={values.returnDays}
        error={problemOf('returnDays')}
        onChange={(event) => set({ returnDays: event.target.value })}
      />
      <TextField
        label="Which parts"
        name="returnCondition"
        optional
        maxLength={80}
        hint="Completes “to return a part …”, such as “that was never installed”."
        value={values.returnCondition}
        error={problemOf('returnCondition')}
        onChange={(event) => set({ returnCondition: event.target.value })}
      />
    </SectionFrame>
  )
}
