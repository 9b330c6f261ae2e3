/** A control that people fill in. */
type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/** What somebody did on a page before React took it over. */
type EarlyWork = {
  /** What was typed or chosen, by field: React sets fields back to what the server rendered. */
  typed: Map<Field, string>
  /** The last button that was pressed. */
  pressed?: HTMLElement | undefined
  /** The form that was sent, by its button (or by Enter). */
  sent?: { form: HTMLFormElement; by: HTMLElement | null }
  /** From now on React hears everything itself. */
  end: () => void
}

declare global {
  var earlyWork: EarlyWork | undefined
}

/**
 * Notes what is typed, chosen, pressed and sent before the scripts are there, and keeps forms that need them (those with
 * method "post") from being sent without. Stands as a text in the page: it may use nothing from around it.
 */
export function noteEarlyWork(): void {
  const over = new AbortController()
  const work: EarlyWork = { typed: new Map(), end: () => over.abort() }
  globalThis.earlyWork = work
  const until = { signal: over.signal }
  addEventListener(
    'input',
    ({ target }) => {
      const field = target as Field
      work.typed.set(field, field.value)
    },
    until,
  )
  addEventListener(
    'click',
    ({ target }) => {
      work.pressed = (target as Element).closest<HTMLElement>('button[type=button]') ?? work.pressed
    },
    until,
  )
  addEventListener(
    'submit',
    (event) => {
      const form = event.target as HTMLFormElement
      if (form.method !== 'post') return
      event.preventDefault()
      event.submitter?.setAttribute('aria-busy', 'true')
      work.sent = { form, by: event.submitter }
    },
    until,
  )
}

/** Does again, in this order, what was typed, pressed and sent too early. For an effect that runs once React has the page. */
export function replayEarlyWork(): void {
  const work = globalThis.earlyWork
  globalThis.earlyWork = undefined
  if (!work) return
  work.end()
  void replay(work)
}

async function replay({ typed, pressed, sent }: EarlyWork): Promise<void> {
  for (const [field, value] of typed) {
    retype(field, value)
    await untilTakenIn()
  }
  pressed?.click()
  sent?.by?.removeAttribute('aria-busy')
  if (sent?.form.isConnected) sent.form.requestSubmit(sent.by)
}

/** React renders what an event changed before the next task begins. */
const untilTakenIn = () => new Promise((resolve) => setTimeout(resolve))

/**
 * As if a person filled it in just now. React compares with the last value that went through its own setter on the field (what
 * the server rendered), and takes a change for one only if it came by the setter of the browser.
 */
function retype(field: Field, value: string): void {
  if (!field.isConnected) return
  if (!(field instanceof HTMLSelectElement)) field.value = field.defaultValue
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value)
  for (const kind of ['input', 'change']) field.dispatchEvent(new Event(kind, { bubbles: true }))
}
