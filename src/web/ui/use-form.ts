import {
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  type FocusEvent,
  type InputEvent,
  type SubmitEvent,
} from 'react'
import type { ZodSafeParseResult, ZodType } from 'zod'
import { dismissErrorsAbout, toastError } from './toast-store.ts'

type Values<Name extends string> = Record<Name, string>
type SomeValues<Name extends string> = Partial<Record<Name, string>>
type FieldErrors<Name extends string> = Partial<Record<Name, string | undefined>>

/** A field that was invalid at submit: its label, and how to focus it. */
export type InvalidField<Name extends string = string> = { name: Name; label: string; focus: () => void }

/** A schema, or a function that loads it: public forms load zod on first use. */
type FormSchema<Output> = ZodType<Output> | (() => Promise<ZodType<Output>>)

/** One field that was refused, by its path in the input. */
type RefusedField = { field: string; message: string }

type FormOptions<Name extends string> = {
  /** Converts the values to the schema's input (numbers, for example). */
  toInput?: (values: Values<Name>) => unknown
  /** Saves the values when the session ends; never for passwords, codes or cards. */
  drafts?: DraftStore<Name>
  /** The server's refusal when the form was posted without scripts. */
  refused?: readonly RefusedField[] | undefined
}

/**
 * A form of text fields, validated by a schema: a field on blur, all at submit; an error clears as soon as it
 * is fixed. An invalid submit focuses the first invalid field (found by `name`). A lazy schema loads on
 * focus; a submit waits for it.
 *
 * The fields are uncontrolled: the browser holds their values, so that input before hydration stays. `values`
 * is a copy, read at every input; for names without a text field, such as a picture, it is the only one.
 */
export function useForm<Name extends string, Output>(
  source: FormSchema<Output>,
  initial: Values<Name>,
  { toInput = (values) => values, drafts, refused = [] }: FormOptions<Name> = {},
) {
  const { schema, load } = useSchema(source)
  const names = Object.keys(initial) as Name[]
  const element = useRef<HTMLFormElement>(null)
  const isSubmitWaiting = useRef(false)
  const [values, setValues] = useState(() => ({ ...initial, ...drafts?.saved() }))
  const changed = changedValues(names, values, initial)
  useDraft(drafts, changed)
  const [touched, setTouched] = useState<readonly Name[]>([])
  const [invalid, setInvalid] = useState<readonly InvalidField<Name>[]>([])
  const [refusals, setRefusals] = useState(() => errorsOf(refused, names))
  const [firstRefused] = useState(names.find((name) => refusals[name]))

  const schemaErrors: FieldErrors<Name> = schema
    ? errorsOf(issuesOf(schema.safeParse(toInput(values))), names)
    : {}
  const errors: FieldErrors<Name> = { ...refusals }
  for (const name of touched) {
    const problem = schemaErrors[name]
    if (problem) errors[name] = problem
  }

  const syncValues = (): Values<Name> => {
    const typed: SomeValues<Name> = {}
    for (const name of names) {
      const control = controlOf(element.current, name)
      if (control) typed[name] = control.value
    }
    // A value without a control may have changed since this render.
    setValues((now) => ({ ...now, ...typed }))
    return { ...values, ...typed }
  }
  const write = (name: Name, value: string) => {
    const control = controlOf(element.current, name)
    if (control) control.value = value
    setValues((now) => ({ ...now, [name]: value }))
  }
  const touch = (name: Name) => {
    void load()
    syncValues()
    setTouched((now) => (now.includes(name) ? now : [...now, name]))
  }
  const clearRefusal = (name: Name) => setRefusals((now) => ({ ...now, [name]: undefined }))
  const nameOf = (target: EventTarget) =>
    names.find((name) => target instanceof Element && name === target.getAttribute('name'))

  /** An onSubmit handler that calls `send` with the parsed input only when it is valid. */
  const submit = (send: (input: Output) => unknown) => (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    setTouched(names)
    const form = event.currentTarget
    const validate = (by: ZodType<Output>) => {
      const parsed = by.safeParse(toInput(syncValues()))
      const problems = errorsOf(issuesOf(parsed), names)
      const invalidFields = fieldsOf(form, names).filter(({ name }) => problems[name])
      setInvalid(invalidFields)
      if (parsed.success) return void send(parsed.data)
      invalidFields[0]?.focus()
    }
    if (schema) return validate(schema)
    // Ignore a second press while the schema loads.
    if (isSubmitWaiting.current) return
    isSubmitWaiting.current = true
    void load().then((fetched) => {
      isSubmitWaiting.current = false
      if (fetched) {
        dismissErrorsAbout('form rules')
        validate(fetched)
      } else
        toastError('This form could not be loaded in full. Check your connection and reload the page.', {
          about: 'form rules',
        })
    })
  }

  return {
    values,
    /** Copies the texts of the controls to `values`, and returns all values. */
    syncValues,
    errors,
    /** True when a value differs from its initial one. */
    hasChanges: Object.keys(changed).length > 0,
    /** The server's errors, without the schema's. */
    refusals,
    /** The fields that were invalid at the last submit and still are, for FormSummary. */
    invalidFields: invalid.filter(({ name }) => errors[name]),
    /** The props of the <form>: spread them on it. */
    props: (send: (input: Output) => unknown) => ({
      ref: element,
      method: 'post',
      noValidate: true,
      onFocus: () => void load(),
      onBlur: ({ target }: FocusEvent<HTMLFormElement>) => {
        const name = nameOf(target)
        if (name) afterPress(() => touch(name))
      },
      onInput: ({ target }: InputEvent<HTMLFormElement>) => {
        // Rendering between the input and the change event of a controlled select would take its choice back.
        const name = nameOf(target)
        if (!name) return
        syncValues()
        clearRefusal(name)
      },
      onSubmit: submit(send),
    }),
    /** The props of a field: spread them on TextField, TextArea, PasswordField, Select or NumberField. */
    field: (name: Name) => ({
      name,
      defaultValue: values[name],
      error: errors[name],
      ...(name === firstRefused && { autoFocus: true }),
    }),
    set: (name: Name, value: string) => {
      write(name, value)
      clearRefusal(name)
    },
    touch,
    /**
     * Shows the server's errors, the first per field (`fits.3` belongs to `fits`); each clears when its field
     * changes. Returns false when none belongs to a field of this form: the caller then shows it elsewhere.
     */
    refuse: (list: readonly RefusedField[]): boolean => {
      const own = errorsOf(list, names)
      setRefusals(own)
      return Object.keys(own).length > 0
    },
    /** Replaces the values that still equal `before`; edited fields keep theirs. */
    rebase: (before: Values<Name>, after: Values<Name>) => {
      const now = syncValues()
      for (const name of names) if (now[name] === before[name]) write(name, after[name])
    },
    /** Resets to these values, without errors. */
    reset: (next: Values<Name> = initial) => {
      for (const name of names) write(name, next[name])
      setTouched([])
      setInvalid([])
      setRefusals({})
    },
  }
}

/** The first error of each of these names; `fits.3` belongs to `fits`. */
function errorsOf<Name extends string>(
  list: readonly RefusedField[],
  names: readonly Name[],
): FieldErrors<Name> {
  const errors: FieldErrors<Name> = {}
  for (const { field, message } of list) {
    const name = names.find((one) => one === field.split('.')[0])
    if (name) errors[name] ??= message
  }
  return errors
}

/** The control that holds the text of this name, or the group of radio buttons. */
function controlOf(form: HTMLFormElement | null, name: string): { value: string } | null {
  const control = form?.elements.namedItem(name)
  if (!control || !('value' in control)) return null
  return 'type' in control && control.type === 'file' ? null : control
}

/** Saves and restores the draft of one form across the end of a session. */
export type DraftStore<Name extends string> = {
  /** The saved draft; null for none. */
  saved: () => SomeValues<Name> | null
  /** Registers the mounted form; `read` returns its current values. Returns a cleanup function. */
  begin: (read: () => SomeValues<Name>) => () => void
}

/** Only what differs from `initial`: other fields may have changed on the server. */
function changedValues<Name extends string>(
  names: readonly Name[],
  values: Values<Name>,
  initial: Values<Name>,
): SomeValues<Name> {
  const changed: SomeValues<Name> = {}
  for (const name of names) if (values[name] !== initial[name]) changed[name] = values[name]
  return changed
}

function useDraft<Name extends string>(drafts: DraftStore<Name> | undefined, typed: SomeValues<Name>) {
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

/** The schema's errors, with the server's field names. */
export function issuesOf({ error }: ZodSafeParseResult<unknown>): RefusedField[] {
  return (error?.issues ?? []).map(({ path, message }) => ({ field: path.join('.'), message }))
}

/** The controls of these names, in document order. */
export function fieldsOf<Name extends string>(
  form: HTMLFormElement,
  names: readonly Name[],
): InvalidField<Name>[] {
  return [...form.elements].flatMap((control) => {
    const name = names.find((one) => one === control.getAttribute('name'))
    if (!name || !(control instanceof HTMLElement)) return []
    const label = 'labels' in control && control.labels instanceof NodeList ? control.labels[0] : undefined
    // A label may contain more than its text, such as "optional".
    const labelText = label?.firstChild?.textContent ?? label?.textContent ?? name
    return { name, label: labelText, focus: () => control.focus() }
  })
}

/** Runs `then` once no button or link is pressed: a shift of the layout would move it away. */
function afterPress(then: () => void): void {
  const pressing = document.querySelector('button:active, a:active')
  if (!pressing) return then()
  addEventListener('pointerup', () => setTimeout(then), { once: true })
}
