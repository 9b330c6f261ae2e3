import type { DraftStore } from '../ui/use-form.ts'
import { currentSession, currentSignedOutReason, subscribeToSession } from './session-store.ts'

type Texts = Partial<Record<string, string>>

/** Prefix of drafts saved in this tab's sessionStorage from a session's end until its user signs in again. */
const SAVED_PREFIX = 'form '
/** Prefix of drafts saved on reload or navigation, in case the session turns out to have ended. */
const UNLOADED_PREFIX = 'left form '
/** The maximum size of a draft as JSON, in UTF-16 units; larger ones are not saved. */
const MAX_DRAFT_LENGTH = 64 * 1024

/** The mounted forms, with a function that reads their values. */
const mounted = new Map<string, () => Texts>()

/**
 * For useForm: saves the form's values when the session ends and restores them when the same user returns;
 * with `whenLeft` also those of a form whose page is left, such as for the cart. `name` is unique to the
 * form's subject, such as `order` with the product's id.
 */
export function formDraft<Name extends string>(
  name: string,
  { whenLeft = false }: { whenLeft?: boolean } = {},
): DraftStore<Name> {
  return {
    saved: () => ownDraft(SAVED_PREFIX + name),
    begin: (read) => {
      // The form has restored them.
      sessionStorage.removeItem(SAVED_PREFIX + name)
      mounted.set(name, read)
      return () => {
        if (mounted.get(name) === read) mounted.delete(name)
        sessionStorage.removeItem(UNLOADED_PREFIX + name)
        const { user } = currentSession()
        if (whenLeft && user) save(SAVED_PREFIX + name, read(), user.email)
      }
    },
  }
}

/**
 * Saves drafts while the page is open; used once, in the root, so that every logout clears them. Returns a
 * cleanup function.
 */
export function saveFormDrafts(): () => void {
  let account = currentSession().user?.email ?? null
  // The session ended while no page was open.
  if (account === null) restoreUnloaded()
  else removeOthers()

  const stopListening = subscribeToSession(() => {
    const before = account
    account = currentSession().user?.email ?? null
    // A logout deletes all drafts; after an expired session the user is likely to return.
    if (account !== null || before === null || currentSignedOutReason() === null) return removeOthers()
    restoreUnloaded()
    for (const [name, read] of mounted) save(SAVED_PREFIX + name, read(), before)
  })
  const onPageHide = () => {
    for (const key of keys(UNLOADED_PREFIX)) sessionStorage.removeItem(key)
    if (account === null) return
    for (const [name, read] of mounted) save(UNLOADED_PREFIX + name, read(), account)
  }
  addEventListener('pagehide', onPageHide)
  return () => {
    stopListening()
    removeEventListener('pagehide', onPageHide)
  }
}

/** The draft under this key if it belongs to the current user; else null. */
function ownDraft(key: string): Texts | null {
  try {
    const saved = JSON.parse(sessionStorage.getItem(key) ?? 'null') as {
      account: string
      texts: Texts
    } | null
    return saved?.account === currentSession().user?.email ? (saved?.texts ?? null) : null
  } catch {
    // Not written by this version.
    return null
  }
}

function save(key: string, texts: Texts, account: string): void {
  const text = JSON.stringify({ account, texts })
  if (Object.keys(texts).length === 0 || text.length > MAX_DRAFT_LENGTH) return
  try {
    sessionStorage.setItem(key, text)
  } catch {
    // Storage is full: the draft is lost, as it would be without this.
  }
}

/** The session of the saved drafts has ended. */
function restoreUnloaded(): void {
  for (const key of keys(UNLOADED_PREFIX)) {
    const text = sessionStorage.getItem(key) ?? ''
    sessionStorage.removeItem(key)
    sessionStorage.setItem(SAVED_PREFIX + key.slice(UNLOADED_PREFIX.length), text)
  }
}

/** Deletes the drafts of other users; all of them when signed out. */
function removeOthers(): void {
  for (const key of [...keys(SAVED_PREFIX), ...keys(UNLOADED_PREFIX)])
    if (ownDraft(key) === null) sessionStorage.removeItem(key)
}

function keys(prefix: string): string[] {
  return Object.keys(sessionStorage).filter((key) => key.startsWith(prefix))
}
