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

/** What is wrong, by field name. */
export type FieldErrors<Name extends string> = Partial<Record<Name, string>>

/** A field that was wrong when its form was sent: the words of its label, and the way there. */
export type WrongField = { name: string; label: string; focus: () => void }

/** A schema, or the way to fetch it: forms that anybody may meet on a first visit leave it, and zod, to their first use. */
type FormSchema<Output> = ZodType<Output> | (() => Promise<ZodType<Output>>)

/**
 * The state of a form of text fields, checked against a schema: one field when it is left, all at submit, and a message goes
 * as soon as its cause is mended. At submit the first wrong field gets the focus (fields are found by their `name`).
 * A schema to be fetched is asked for when a field gets the focus; a submit that comes before it waits for it.
 * `toInput` turns the texts into what the schema takes (numbers, for example); by default they are given as they are.
 * With a `keeping`, what is typed outlives the end of the session; never for passwords, codes or cards.
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
  useDraft(drafts, typedIn(values, initial))
  const [touched, setTouched] = useState<readonly Name[]>([])
  const [missed, setMissed] = useState<readonly WrongField[]>([])
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

  /** The props of the field of this name: spread them on TextField, TextArea, PasswordField, Select or NumberField. */
  const field = (name: Name) => ({
    name,
    value: values[name],
    error: errors[name],
    onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement>) =>
      set(name, event.target.value),
    onFocus: () => void load(),
    onBlur: (_event?: FocusEvent) => whenPressIsOver(() => touch(name)),
  })

  /** An onSubmit that calls `send` with the parsed input only when everything is right. */
  const submit = (send: (input: Output) => void | Promise<void>) => (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    setTouched(names.current)
    const form = event.currentTarget
    const judge = (by: ZodType<Output>) => {
      const parsed = by.safeParse(toInput(values))
      const found = problems(by, toInput(values))
      const wrong = fieldsOf(form).filter(({ name }) => found.has(name))
      setMissed(wrong)
      if (parsed.success) return void send(parsed.data)
      wrong[0]?.focus()
    }
    if (schema) return judge(schema)
    // Pressed again while the schema is on its way: once is enough.
    if (waiting.current) return
    waiting.current = true
    void load().then((fetched) => {
      waiting.current = false
      if (fetched) {
        settleToasts('form rules')
        judge(fetched)
      } else
        toastError('This form could not be loaded in full. Check your connection and reload the page.', {
          about: 'form rules',
        })
    })
  }

  return {
    values,
    errors,
    /** What the server refused, without what the schema says. */
    refusals,
    /** For FormSummary: what was wrong at the last submit and is not mended yet. */
    missed: missed.filter(({ name }) => errors[name as Name]),
    field,
    submit,
    set,
    touch,
    /**
     * Shows what the server found wrong, the first message per field (`fits.3` is of `fits`); each goes when its field is changed.
     * False when nothing of it belongs to a field of this form, so that it must be told elsewhere.
     */
    refuse: (list: readonly { field: string; message: string }[]): boolean => {
      const own = list
        .map(({ field, message }) => [field.split('.')[0] as Name, message] as const)
        .filter(([name]) => names.current.includes(name))
      setRefusals(Object.fromEntries(own.toReversed()) as FieldErrors<Name>)
      return own.length > 0
    },
    /** What is still as in `before` becomes as in `after`; what was typed stays. */
    follow: (before: Record<Name, string>, after: Record<Name, string>) =>
      setValues((now) => {
        const untouched = names.current.filter((name) => now[name] === before[name])
        return { ...now, ...Object.fromEntries(untouched.map((name) => [name, after[name]])) }
      }),
    /** Back to these values, with no messages. */
    reset: (next: Record<Name, string> = initial) => {
      setValues(next)
      setTouched([])
      setMissed([])
      setRefusals({})
    },
  }
}

/** Where a form's texts wait when its page is left because the session has ended. */
export type DraftStore<Name extends string> = {
  /** What waits for this form; null for nothing. */
  saved: () => Partial<Record<Name, string>> | null
  /** The form is on the page: `read` gives what was typed, at any time. Answers what is to be done when it goes. */
  begin: (read: () => Partial<Record<Name, string>>) => () => void
}

/** Only what differs from `initial`: untouched fields are read from the server again, where another person may have changed them. */
function typedIn<Name extends string>(values: Record<Name, string>, initial: Record<Name, string>) {
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

/** The schema as soon as it is there. `load` fetches it and answers null when it cannot be had. */
function useSchema<Output>(source: FormSchema<Output>) {
  const [fetched, setFetched] = useState<ZodType<Output> | null>(null)
  const schema = typeof source === 'function' ? fetched : source
  const load = async (): Promise<ZodType<Output> | null> => {
    if (schema || typeof source !== 'function') return schema
    const arrived = await source().catch(() => null)
    if (arrived) whenPressIsOver(() => setFetched(arrived))
    return arrived
  }
  return { schema, load }
}

/** The first message per field. */
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

/** The named controls of a form, in the order of the page. */
function fieldsOf(form: HTMLFormElement): WrongField[] {
  return [...form.elements].flatMap((control) => {
    const name = control.getAttribute('name')
    if (!name || !(control instanceof HTMLElement)) return []
    const [label] = ('labels' in control && (control.labels as NodeListOf<HTMLLabelElement> | null)) || []
    // Beside the words stands what else a label says, such as "optional".
    const words = label?.firstElementChild?.textContent ?? label?.textContent ?? name
    return { name, label: words, focus: () => control.focus() }
  })
}

/** A field left by pressing a button is judged after the press: a message that pushes the button away would swallow it. */
function whenPressIsOver(then: () => void): void {
  const pressing = document.querySelector('button:active, a:active')
  if (!pressing) return then()
  addEventListener('pointerup', () => setTimeout(then), { once: true })
}
