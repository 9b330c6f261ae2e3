import { type SubmitEvent, useState } from 'react'
import { flushSync } from 'react-dom'
import { useRevalidator } from 'react-router'
import { useMutation } from '../api-client/use-mutation.ts'
import { fieldsOf, type InvalidField } from '../ui/use-form.ts'
import { useUnsavedChanges } from './use-unsaved-changes.tsx'

/** Why a field, by its path in the input, cannot be saved. */
type Problem = Readonly<{ field: string; message: string }>

/**
 * The form of a whole that is stored under a revision; another admin may have changed it since. It is checked
 * from the first press of Save on. A new revision, saved or loaded again, replaces what is typed.
 * @param stored what the fields have before anything is typed.
 * @param tidied what is checked and saved, such as without blank rows.
 * @param save its call, which refuses a revision that is no longer the latest.
 * @param fieldOf the path of a field that the store has refused. `isOnScreen`: whether the form shows it.
 */
export function useRevisedForm<Draft extends object>({
  revision,
  stored,
  check,
  tidied = (typed) => typed,
  save,
  about,
  done,
  fieldOf = (path) => path,
  isOnScreen = () => true,
}: {
  revision: string | number | null
  stored: Draft
  check: (typed: Draft) => readonly Problem[]
  tidied?: ((typed: Draft) => Draft) | undefined
  save: (typed: Draft) => Promise<unknown>
  /** The subject and the text of its toasts. */
  about: string
  done: string
  fieldOf?: (path: string) => string
  isOnScreen?: (field: string) => boolean
}) {
  const [base, setBase] = useState({ revision, stored })
  const [values, setValues] = useState(stored)
  const [isChecked, setChecked] = useState(false)
  const [sentRevision, setSentRevision] = useState<typeof revision>(null)
  const [refused, setRefused] = useState<readonly Problem[]>([])
  const [invalid, setInvalid] = useState<readonly InvalidField[]>([])
  const beginWith = (draft: Draft) => {
    setValues(draft)
    setChecked(false)
    setRefused([])
  }
  if (revision !== base.revision) {
    setBase({ revision, stored })
    beginWith(stored)
  }
  const isChanged = JSON.stringify(values) !== JSON.stringify(base.stored)
  const unsaved = useUnsavedChanges(isChanged)
  const { revalidate } = useRevalidator()
  const problems = [...refused, ...(isChecked ? check(values) : [])]
  /** The first problem of a field, or of what is in it. */
  const problemOf = (name: string, among: readonly Problem[] = problems) =>
    among.find(({ field }) => field === name || field.startsWith(`${name}.`))?.message

  const { busy, problem, send } = useMutation((change: () => Promise<unknown>) => change(), {
    about,
    done,
    form: {
      refuse(errors) {
        const found = errors.map(({ field, message }) => ({ field: fieldOf(field), message }))
        setRefused(found)
        return found.some(({ field }) => isOnScreen(field))
      },
    },
    next: revalidate,
  })
  const change = (call: () => Promise<unknown>) => {
    setSentRevision(base.revision)
    return send(call)
  }

  return {
    values,
    isChanged,
    isChecked,
    set: (typed: (now: Draft) => Draft) => {
      setRefused([])
      setValues(typed)
    },
    problems,
    problemOf,
    /** The fields to correct, for a FormSummary. */
    invalid: invalid.filter(({ name }) => problemOf(name)),
    busy,
    /** Why the last change was not saved, until another revision is loaded. */
    problem: sentRevision === base.revision ? problem : '',
    dialog: unsaved.dialog,
    submit: (event: SubmitEvent<HTMLFormElement>) => {
      event.preventDefault()
      const typed = tidied(values)
      // At once: the fields of the form must be those that are checked.
      flushSync(() => {
        setValues(typed)
        setChecked(true)
        setRefused([])
      })
      const found = check(typed)
      const names = [...event.currentTarget.elements].map((control) => control.getAttribute('name') ?? '')
      const fields = fieldsOf(
        event.currentTarget,
        names.filter((name) => name !== '' && problemOf(name, found)),
      )
      setInvalid(fields)
      if (found.length === 0) void change(() => save(typed))
      else fields[0]?.focus()
    },
    /** Makes another change of what is stored, such as a reset. */
    change,
    /** Replaces what was typed by what is stored now. */
    loadAgain: revalidate,
    undoTyping: () => beginWith(base.stored),
  }
}
