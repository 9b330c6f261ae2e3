import type { DraftStore } from '../ui/use-form-check.ts'
import { currentSession, currentSignedOutReason, subscribeToSession } from './session-store.ts'

/** What was typed into a form, by field. */
type Texts = Partial<Record<string, string>>

/** Where one form's texts wait for its person to sign in again, in this tab's sessionStorage. */
const KEPT = 'form '
/** Where they wait after a reload, or under another address, in case the session turns out to have ended. */
const LEFT = 'left form '
/** Longer texts are not kept: all that one form may hold, as JSON, in UTF-16 units. */
const MAX_LENGTH = 64 * 1024

/** The forms on the page now, each with the way to read what was typed. */
const shown = new Map<string, () => Texts>()

/**
 * For useFormCheck: what is typed into this form is kept when the session ends, and is in it again when the same person comes back
 * to it. `name` is unique to what the form is about, such as `order` with the part's id.
 */
export function formDraft<Name extends string>(name: string): DraftStore<Name> {
  return {
    saved: () => ownTexts(KEPT + name),
    begin: (read) => {
      // They are in the form again.
      sessionStorage.removeItem(KEPT + name)
      shown.set(name, read)
      return () => {
        if (shown.get(name) === read) shown.delete(name)
        sessionStorage.removeItem(LEFT + name)
      }
    },
  }
}

/** Keeps the texts of forms while the page is open; once, from the root, so that every logout clears them. Returns what stops it. */
export function saveFormDrafts(): () => void {
  let account = currentSession().user?.email ?? null
  // The session ended while no page of the store was open.
  if (account === null) keepLeft()
  else forgetOthers()

  const stopListening = subscribeToSession(() => {
    const before = account
    account = currentSession().user?.email ?? null
    // A logout leaves nothing behind; a session that ended is likely to be begun again.
    if (account !== null || before === null || currentSignedOutReason() === null) return forgetOthers()
    keepLeft()
    for (const [name, read] of shown) keep(KEPT + name, read(), before)
  })
  const leave = () => {
    for (const key of keys(LEFT)) sessionStorage.removeItem(key)
    if (account === null) return
    for (const [name, read] of shown) keep(LEFT + name, read(), account)
  }
  addEventListener('pagehide', leave)
  return () => {
    stopListening()
    removeEventListener('pagehide', leave)
  }
}

/** The texts under this key if they are of the person who is signed in now; else null. */
function ownTexts(key: string): Texts | null {
  try {
    const kept = JSON.parse(sessionStorage.getItem(key) ?? 'null') as { account: string; texts: Texts } | null
    return kept?.account === currentSession().user?.email ? (kept?.texts ?? null) : null
  } catch {
    return null
  }
}

function keep(key: string, texts: Texts, account: string): void {
  const text = JSON.stringify({ account, texts })
  if (Object.keys(texts).length === 0 || text.length > MAX_LENGTH) return
  try {
    sessionStorage.setItem(key, text)
  } catch {
    // No room left in this browser: then it is lost, as without keeping.
  }
}

/** The session of what was left has ended. */
function keepLeft(): void {
  for (const key of keys(LEFT)) {
    const text = sessionStorage.getItem(key) ?? ''
    sessionStorage.removeItem(key)
    sessionStorage.setItem(KEPT + key.slice(LEFT.length), text)
  }
}

/** Texts of others than the person who is signed in now; all of them when nobody is. */
function forgetOthers(): void {
  for (const key of [...keys(KEPT), ...keys(LEFT)]) if (ownTexts(key) === null) sessionStorage.removeItem(key)
}

function keys(prefix: string): string[] {
  return Object.keys(sessionStorage).filter((key) => key.startsWith(prefix))
}
