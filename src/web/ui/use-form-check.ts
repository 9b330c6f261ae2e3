import {
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  type ChangeEvent,
  type FocusEvent,
  type SubmitEvent,
} from 'react'
import type { ZodType } from 'zod'
import { settleToasts, toastError } from './toast-store.ts'

/** Errors by field name. */
export type FieldErrors<Name extends string> = Partial<Record<Name, string>>

/** A field that was invalid at submit: its label, and how to focus it. */
export type InvalidField = { name: string; label: string; focus: () => void }

/** A schema, or a function that loads it: public forms load zod on first use. */
type FormSchema<Output> = ZodType<Output> | (() => Promise<ZodType<Output>>)

/**
 * The state of a form of text fields, validated by a schema: a field on blur, all at submit; an error clears as soon as it is fixed.
 * An invalid submit focuses the first invalid field (found by `name`). A lazy schema loads on focus; a submit waits for it.
 * `toInput` converts the values to the schema's input (numbers, for example). `drafts` saves the values when the session ends; never
 * use it for passwords, codes or cards.
 */
export function useFormCheck<Name extends string, Output>(
  source: FormSchema<Output>,
  initial: Record<Name, string>,
  toInput: (values: Record<Name, string>) => unknown = (values) => values,
  drafts?: DraftStore<Name>,
) {
  const { schema, load } = useSchema(source)
  const waiting = useRef(false)
  const [values, setValues] = useState(() => ({ ...initial, ...drafts?.saved() }))
  useDraft(drafts, changedValues(values, initial))
  const [touched, setTouched] = useState<readonly Name[]>([])
  const [invalid, setInvalid] = useState<readonly InvalidField[]>([])
  const [refusals, setRefusals] = useState<FieldErrors<Name>>({})
  const names = useRef(Object.keys(initial) as Name[])

  const found = schema ? problems(schema, toInput(values)) : new Map<string, string>()
  const errors: FieldErrors<Name> = { ...refusals }
  for (const name of touched) {
    const problem = found.get(name)
    if (problem) errors[name] = problem
  }

  const touch = (name: Name) => {
    void load()
    setTouched((now) => (now.includes(name) ? now : [...now, name]))
  }
  const set = (name: Name, value: string) => {
    setValues((now) => ({ ...now, [name]: value }))
    setRefusals(({ [name]: _gone, ...others }) => others as FieldErrors<Name>)
  }

  /** The props of a field: spread them on TextField, TextArea, PasswordField, Select or NumberField. */
  const field = (name: Name) => ({
    name,
    value: values[name],
    error: errors[name],
    onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement>) =>
      set(name, event.target.value),
    onFocus: () => void load(),
    onBlur: (_event?: FocusEvent) => afterPress(() => touch(name)),
  })

  /** An onSubmit handler that calls `send` with the parsed input only when it is valid. */
  const submit = (send: (input: Output) => void | Promise<void>) => (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    setTouched(names.current)
    const form = event.currentTarget
    const validate = (by: ZodType<Output>) => {
      const parsed = by.safeParse(toInput(values))
      const found = problems(by, toInput(values))
      const wrong = fieldsOf(form).filter(({ name }) => found.has(name))
      setInvalid(wrong)
      if (parsed.success) return void send(parsed.data)
      wrong[0]?.focus()
    }
    if (schema) return validate(schema)
    // Ignore a second press while the schema loads.
    if (waiting.current) return
    waiting.current = true
    void load().then((fetched) => {
      waiting.current = false
      if (fetched) {
        settleToasts('form rules')
        validate(fetched)
      } else
        toastError('This form could not be loaded in full. Check your connection and reload the page.', {
          about: 'form rules',
        })
    })
  }

  return {
    values,
    errors,
    /** The server's errors, without the schema's. */
    refusals,
    /** For FormSummary: the fields that were invalid at the last submit and still are. */
    invalidFields: invalid.filter(({ name }) => errors[name as Name]),
    field,
    submit,
    set,
    touch,
    /**
     * Shows the server's errors, the first per field (`fits.3` belongs to `fits`); each clears when its field changes. False when
     * none belongs to a field of this form, so that it must be shown elsewhere.
     */
    refuse: (list: readonly { field: string; message: string }[]): boolean => {
      const own = list
        .map(({ field, message }) => [field.split('.')[0] as Name, message] as const)
        .filter(([name]) => names.current.includes(name))
      setRefusals(Object.fromEntries(own.toReversed()) as FieldErrors<Name>)
      return own.length > 0
    },
    /** Replaces the values that still equal `before`; edited fields keep theirs. */
    follow: (before: Record<Name, string>, after: Record<Name, string>) =>
      setValues((now) => {
        const untouched = names.current.filter((name) => now[name] === before[name])
        return { ...now, ...Object.fromEntries(untouched.map((name) => [name, after[name]])) }
      }),
    /** Resets to these values, without errors. */
    reset: (next: Record<Name, string> = initial) => {
      setValues(next)
      setTouched([])
      setInvalid([])
      setRefusals({})
    },
  }
}

/** Saves and restores the draft of one form across the end of a session. */
export type DraftStore<Name extends string> = {
  /** The saved draft; null for none. */
  saved: () => Partial<Record<Name, string>> | null
  /** Registers the mounted form; `read` returns its current values. Returns a cleanup function. */
  begin: (read: () => Partial<Record<Name, string>>) => () => void
}

/** Only what differs from `initial`: other fields may have changed on the server. */
function changedValues<Name extends string>(values: Record<Name, string>, initial: Record<Name, string>) {
  const changed = Object.entries<string>(values).filter(([name, text]) => text !== initial[name as Name])
  return Object.fromEntries(changed) as Partial<Record<Name, string>>
}

function useDraft<Name extends string>(
  drafts: DraftStore<Name> | undefined,
  typed: Partial<Record<Name, string>>,
) {
  const latest = useRef(typed)
  useEffect(() => {
    latest.current = typed
  })
  const begin = useEffectEvent(() => drafts?.begin(() => latest.current))
  useEffect(() => begin(), [])
}

/** The schema once loaded. `load` resolves to null when that fails. */
function useSchema<Output>(source: FormSchema<Output>) {
  const [fetched, setFetched] = useState<ZodType<Output> | null>(null)
  const schema = typeof source === 'function' ? fetched : source
  const load = async (): Promise<ZodType<Output> | null> => {
    if (schema || typeof source !== 'function') return schema
    const arrived = await source().catch(() => null)
    if (arrived) afterPress(() => setFetched(arrived))
    return arrived
  }
  return { schema, load }
}

/** The first error per field. */
function problems(schema: ZodType, input: unknown): Map<string, string> {
  const parsed = schema.safeParse(input)
  const messages = new Map<string, string>()
  if (parsed.success) return messages
  for (const issue of parsed.error.issues) {
    const name = String(issue.path[0] ?? '')
    if (!messages.has(name)) messages.set(name, issue.message)
  }
  return messages
}

/** The named controls of a form, in document order. */
function fieldsOf(form: HTMLFormElement): InvalidField[] {
  return [...form.elements].flatMap((control) => {
    const name = control.getAttribute('name')
    if (!name || !(control instanceof HTMLElement)) return []
    const [label] = ('labels' in control && (control.labels as NodeListOf<HTMLLabelElement> | null)) || []
    // A label may have more than its text, such as "optional".
    const labelText = label?.firstElementChild?.textContent ?? label?.textContent ?? name
    return { name, label: labelText, focus: () => control.focus() }
  })
}

/** Validate on blur after the click: an error that shifts the layout would move the button away from the pointer. */
function afterPress(then: () => void): void {
  const pressing = document.querySelector('button:active, a:active')
  if (!pressing) return then()
  addEventListener('pointerup', () => setTimeout(then), { once: true })
}
