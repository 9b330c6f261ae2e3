import { type SubmitEvent, useState } from 'react'
import { flushSync } from 'react-dom'
import { useRevalidator } from 'react-router'
import { editDelivery } from '#contract/delivery.ts'
import { type Delivery, DeliverySchema } from '#domain/delivery/delivery.ts'
import { PARSING } from '#domain/shared/default-messages.ts'
import { useMutation } from '../../api-client/use-mutation.ts'
import { useUnsavedChanges } from '../../components/use-unsaved-changes.tsx'
import { fieldsOf, type InvalidField, issuesOf } from '../../ui/use-form.ts'
import { type Draft, toDraft, toInput } from './delivery-draft.ts'

type Problem = Readonly<{ field: string; message: string }>

/** Whether a field of the form shows the problem. */
const isOnScreen = (field: string) => /^(?:methods|zones)\.\d/.test(field)

/** The whole delivery while it is typed, checked by the schema of the API at a press of Save. */
export function useDeliveryForm(stored: Delivery) {
  const [base, setBase] = useState(stored)
  const [draft, setDraft] = useState(() => toDraft(stored))
  const [isChecked, setChecked] = useState(false)
  const [sentRevision, setSentRevision] = useState<number | null>(null)
  const [refused, setRefused] = useState<readonly Problem[]>([])
  const [invalid, setInvalid] = useState<readonly InvalidField[]>([])
  if (stored.revision !== base.revision) {
    // It was saved or loaded again.
    setBase(stored)
    setDraft(toDraft(stored))
    setChecked(false)
  }
  const isChanged = JSON.stringify(draft) !== JSON.stringify(toDraft(base))
  const unsaved = useUnsavedChanges(isChanged)
  const { revalidate } = useRevalidator()
  const parsed = DeliverySchema.safeParse(toInput(base.revision, draft), PARSING)
  const problems = [...refused, ...(isChecked ? issuesOf(parsed) : [])]
  const { busy, problem, send } = useMutation(editDelivery, {
    about: 'delivery',
    done: 'Delivery saved',
    form: {
      refuse(errors) {
        setRefused(errors)
        return errors.some(({ field }) => isOnScreen(field))
      },
    },
    next: revalidate,
  })

  /** The first problem of a field, or of what is in it. */
  const problemOf = (name: string, among: readonly Problem[] = problems) =>
    among.find(({ field }) => field === name || field.startsWith(`${name}.`))?.message
  /** The first problem of a list, which names its line. */
  const lineProblemOf = (name: string) => {
    const found = problems.find(({ field }) => field.startsWith(`${name}.`))
    if (!found) return problemOf(name)
    return `Line ${Number(found.field.slice(name.length + 1).split('.')[0]) + 1}: ${found.message}`
  }

  return {
    draft,
    /** What is typed, once it is valid. */
    delivery: parsed.success ? parsed.data : null,
    isChanged,
    set: (change: (now: Draft) => Draft) => {
      setRefused([])
      setDraft(change)
    },
    problemOf,
    lineProblemOf,
    invalid: invalid.filter(({ name }) => problemOf(name)),
    /** What is wrong with the whole, such as too many areas. */
    general: isChecked ? issuesOf(parsed).find(({ field }) => !isOnScreen(field))?.message : undefined,
    busy,
    /** Why the last change was not saved, until it is loaded again. */
    problem: sentRevision === base.revision ? problem : '',
    dialog: unsaved.dialog,
    submit: (event: SubmitEvent<HTMLFormElement>) => {
      event.preventDefault()
      // At once: the fields must show what is checked.
      flushSync(() => {
        setChecked(true)
        setRefused([])
      })
      const found = issuesOf(parsed)
      const names = [...event.currentTarget.elements].map((control) => control.getAttribute('name') ?? '')
      const fields = fieldsOf(
        event.currentTarget,
        names.filter((name) => name !== '' && problemOf(name, found)),
      )
      setInvalid(fields)
      if (!parsed.success) return fields[0]?.focus()
      setSentRevision(base.revision)
      return void send({ body: parsed.data })
    },
    loadAgain: revalidate,
    undoTyping: () => {
      setDraft(toDraft(base))
      setChecked(false)
      setRefused([])
    },
  }
}

export type DeliveryForm = ReturnType<typeof useDeliveryForm>
