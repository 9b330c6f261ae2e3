/** A control that people fill in. */
type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/** What somebody did on a page before React had taken it over. */
type EarlyWork = {
  /** What was typed or chosen, by field: React sets fields back to what the server rendered. */
  typed: Map<Field, string>
  /** The last button that was pressed. */
  pressed?: HTMLElement | undefined
  /** The form that was sent, by its button (or by Enter). */
  sent?: { form: HTMLFormElement; by: HTMLElement | null } | undefined
  /** True while one thing of it is done again. */
  again: boolean
  /** From now on everything goes to React alone. */
  end: () => void
}

declare global {
  var earlyWork: EarlyWork | undefined
}

/**
 * Notes what is typed, chosen, pressed and sent before React has taken the page over, and keeps it from React, which in the
 * meantime would lose it or count it twice; a form that needs the scripts (with method "post") is not sent without them. Stands as a
 * text in the page: it may use nothing from around it.
 */
export function captureEarlyEvents(): void {
  const over = new AbortController()
  const work: EarlyWork = { typed: new Map(), again: false, end: () => over.abort() }
  globalThis.earlyWork = work
  const note = (event: Event) => {
    if (work.again) return
    const target = event.target as Element
    if (event.type === 'beforeinput') {
      // React may have set the field back between two keys.
      const field = target as Field
      const noted = work.typed.get(field)
      if (noted !== undefined && field.value !== noted) field.value = noted
      return
    }
    if (event.type === 'click') {
      const button = target.closest<HTMLElement>('button[type=button]')
      if (!button) return
      work.pressed = button
    } else if (event.type === 'submit') {
      const form = target as HTMLFormElement
      if (form.method !== 'post') return
      event.preventDefault()
      const by = (event as SubmitEvent).submitter
      by?.setAttribute('aria-busy', 'true')
      work.sent = { form, by }
    } else work.typed.set(target as Field, (target as Field).value)
    event.stopPropagation()
  }
  for (const kind of ['beforeinput', 'input', 'change', 'click', 'submit'])
    addEventListener(kind, note, { capture: true, signal: over.signal })
}

/**
 * Does it all again, what was typed first. For an effect that runs once React has the page; where React runs it twice, nothing is done
 * twice, as each thing is forgotten before it is done again.
 */
export function replayEarlyEvents(): void {
  if (globalThis.earlyWork) void replay(globalThis.earlyWork)
}

/**
 * Not within the effect, where React would not render what each event changes before the next one. All fields in one task: rendering
 * one sets the others back, and a key pressed in between would be lost.
 */
async function replay(work: EarlyWork): Promise<void> {
  do {
    await new Promise((resolve) => setTimeout(resolve))
    work.again = true
    const { pressed, sent } = work
    if (work.typed.size > 0) {
      for (const [field, value] of work.typed) retype(field, value)
      work.typed.clear()
    } else if (pressed) {
      work.pressed = undefined
      pressed.click()
    } else if (sent) {
      work.sent = undefined
      sent.by?.removeAttribute('aria-busy')
      sent.form.requestSubmit(sent.by)
    }
    work.again = false
  } while (work.typed.size > 0 || work.pressed || work.sent)
  work.end()
  globalThis.earlyWork = undefined
}

/**
 * As if a person filled it in just now. React compares with the last value that went through its own setter on the field (what
 * the server rendered), and takes a change for one only if it came by the setter of the browser.
 */
function retype(field: Field, value: string): void {
  if (!(field instanceof HTMLSelectElement)) field.value = field.defaultValue
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value)
  for (const kind of ['input', 'change']) field.dispatchEvent(new Event(kind, { bubbles: true }))
}
