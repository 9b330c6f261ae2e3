import type { Keeping } from './ui/use-form-check.ts'
import { currentSession, currentSignedOutReason, subscribeToSession } from './session-store.ts'

/** What was typed into a form, by field. */
type Texts = Record<string, string>

/** Where one form's texts wait for its person to sign in again, in this tab's sessionStorage. */
const PREFIX = 'form '
/** Longer texts are not kept: all that one form may hold, as JSON, in UTF-16 units. */
const MAX_LENGTH = 64 * 1024

/** The forms on the page now, each with the way to read it. */
const shown = new Map<string, () => Texts>()
let account = currentSession().user?.email ?? null

/**
 * For useFormCheck: what is typed into this form is kept when the session ends, and is in it again when the same person comes back
 * to it. `name` is unique to what the form is about, such as `order` with the part's id.
 */
export function keptAs<Name extends string>(name: string): Keeping<Name> {
  return {
    kept: () => keptTexts(name) as Partial<Record<Name, string>> | null,
    begin: (read) => {
      // They are in the form again.
      sessionStorage.removeItem(PREFIX + name)
      shown.set(name, read)
      return () => {
        if (shown.get(name) === read) shown.delete(name)
      }
    },
  }
}

/** What the person who is signed in now had typed into this form; null when there is nothing. */
function keptTexts(name: string): Texts | null {
  try {
    const kept = JSON.parse(sessionStorage.getItem(PREFIX + name) ?? 'null') as {
      account: string
      texts: Texts
    } | null
    return kept?.account === currentSession().user?.email ? (kept?.texts ?? null) : null
  } catch {
    return null
  }
}

function keep(name: string, texts: Texts, whose: string): void {
  const text = JSON.stringify({ account: whose, texts })
  if (text.length > MAX_LENGTH) return
  try {
    sessionStorage.setItem(PREFIX + name, text)
  } catch {
    // No room left in this browser: then it is lost, as without keeping.
  }
}

/** Texts of others than the person who is signed in now; all of them when nobody is. */
function forgetOthers(): void {
  for (const key of Object.keys(sessionStorage))
    if (key.startsWith(PREFIX) && keptTexts(key.slice(PREFIX.length)) === null) sessionStorage.removeItem(key)
}

if (typeof window !== 'undefined')
  subscribeToSession(() => {
    const before = account
    account = currentSession().user?.email ?? null
    // Whoever logs out leaves nothing behind; a session that ended is likely to be begun again.
    if (account !== null || before === null || currentSignedOutReason() === null) forgetOthers()
    else for (const [name, read] of shown) keep(name, read(), before)
  })
