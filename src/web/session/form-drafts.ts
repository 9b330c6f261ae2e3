import type { DraftStore } from '../ui/use-form-check.ts'
import { currentSession, currentSignedOutReason, subscribeToSession } from './session-store.ts'

/** Form values by field. */
type Texts = Partial<Record<string, string>>

/** Prefix of drafts saved at the end of a session, in this tab's sessionStorage, until the same user signs in again. */
const KEPT = 'form '
/** Prefix of drafts saved on reload or navigation, in case the session turns out to have ended. */
const LEFT = 'left form '
/** The maximum size of a draft as JSON, in UTF-16 units; larger ones are not saved. */
const MAX_LENGTH = 64 * 1024

/** The mounted forms, with a function that reads their values. */
const shown = new Map<string, () => Texts>()

/**
 * For useFormCheck: saves the form's values when the session ends and restores them when the same user returns. `name` is unique to
 * the form's subject, such as `order` with the product's id.
 */
export function formDraft<Name extends string>(name: string): DraftStore<Name> {
  return {
    saved: () => ownTexts(KEPT + name),
    begin: (read) => {
      // The form has restored them.
      sessionStorage.removeItem(KEPT + name)
      shown.set(name, read)
      return () => {
        if (shown.get(name) === read) shown.delete(name)
        sessionStorage.removeItem(LEFT + name)
      }
    },
  }
}

/** Saves drafts while the page is open; used once, in the root, so that every logout clears them. Returns a cleanup function. */
export function saveFormDrafts(): () => void {
  let account = currentSession().user?.email ?? null
  // The session ended while no page was open.
  if (account === null) keepLeft()
  else forgetOthers()

  const stopListening = subscribeToSession(() => {
    const before = account
    account = currentSession().user?.email ?? null
    // A logout deletes all drafts; after an expired session the user is likely to return.
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

/** The draft under this key if it belongs to the current user; else null. */
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
    // Storage is full: the draft is lost, as it would be without this.
  }
}

/** The session of the saved drafts has ended. */
function keepLeft(): void {
  for (const key of keys(LEFT)) {
    const text = sessionStorage.getItem(key) ?? ''
    sessionStorage.removeItem(key)
    sessionStorage.setItem(KEPT + key.slice(LEFT.length), text)
  }
}

/** Deletes the drafts of other users; all of them when signed out. */
function forgetOthers(): void {
  for (const key of [...keys(KEPT), ...keys(LEFT)]) if (ownTexts(key) === null) sessionStorage.removeItem(key)
}

function keys(prefix: string): string[] {
  return Object.keys(sessionStorage).filter((key) => key.startsWith(prefix))
}
