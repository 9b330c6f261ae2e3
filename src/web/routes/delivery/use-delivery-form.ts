import { editDelivery } from '#contract/delivery.ts'
import { type Delivery, DeliverySchema } from '#domain/delivery/delivery.ts'
import { PARSING } from '#domain/shared/default-messages.ts'
import { api } from '../../api-client/api-client.ts'
import { useRevisedForm } from '../../components/use-revised-form.ts'
import { issuesOf } from '../../ui/use-form.ts'
import { type Draft, toDraft, toInput } from './delivery-draft.ts'

/** Whether a field of the form shows the problem. */
const isOnScreen = (field: string) => /^(?:methods|zones)\.\d/.test(field)

/** The whole delivery while it is typed, checked by the schema of the API at a press of Save. */
export function useDeliveryForm(stored: Delivery) {
  const parse = (draft: Draft) => DeliverySchema.safeParse(toInput(stored.revision, draft), PARSING)
  const form = useRevisedForm({
    revision: stored.revision,
    stored: toDraft(stored),
    check: (draft) => issuesOf(parse(draft)),
    save: (draft) => api(editDelivery, { body: DeliverySchema.parse(toInput(stored.revision, draft)) }),
    about: 'delivery',
    done: 'Delivery saved',
    isOnScreen,
  })
  const { values: draft, problems, problemOf } = form
  const parsed = parse(draft)
  /** The first problem of a list, which names its line. */
  const lineProblemOf = (name: string) => {
    const found = problems.find(({ field }) => field.startsWith(`${name}.`))
    if (!found) return problemOf(name)
    return `Line ${Number(found.field.slice(name.length + 1).split('.')[0]) + 1}: ${found.message}`
  }
  return {
    ...form,
    draft,
    /** What is typed, once it is valid. */
    delivery: parsed.success ? parsed.data : null,
    lineProblemOf,
    /** What is wrong with the whole, such as too many areas. */
    general: form.isChecked ? issuesOf(parsed).find(({ field }) => !isOnScreen(field))?.message : undefined,
  }
}

export type DeliveryForm = ReturnType<typeof useDeliveryForm>
