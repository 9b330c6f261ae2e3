import { setTimeout } from 'node:timers/promises'
import type { Database } from '#db/connection.ts'
import { withSections } from './sections-of-content.ts'
import type { StoreContent } from './store-content.ts'
import type { SectionContents } from './store-settings.ts'
import { readStoredSettings } from './stored-settings.server.ts'

/** How old the content may be when another process has changed it, in ms. */
export const CONTENT_MAX_AGE_MS = 250

/** How long a reader waits for a database that hangs, in ms: a page has other statements to wait for. */
const PATIENCE_MS = 500

/**
 * The store's content as it is now: that of its files, with the sections that admins have changed. While the
 * database cannot be read, or hangs, the last known one.
 * @param forget call it after a change: later readers see it.
 */
export function createLiveContent(db: Database, fromFiles: StoreContent) {
  let known = { content: fromFiles, isRead: false }
  let running: Promise<void> | null = null
  let latest: { at: number; content: Promise<StoreContent> } | null = null

  /** One statement at a time: those of a database that hangs would fill the pool. */
  const refresh = (): Promise<void> => {
    const started: Promise<void> = readStoredSettings(db)
      .then(
        (stored) => {
          const sections = Object.entries(stored).map(([section, { content }]) => [section, content])
          // Read before a change: what is read after it counts.
          if (running !== started) return
          known = {
            content: withSections(fromFiles, Object.fromEntries(sections) as Partial<SectionContents>),
            isRead: true,
          }
        },
        // What needs the database reports the failure.
        () => undefined,
      )
      .finally(() => {
        if (running === started) running = null
      })
    return started
  }
  const read = async () => {
    running ??= refresh()
    await (known.isRead
      ? Promise.race([running, setTimeout(PATIENCE_MS, undefined, { ref: false })])
      : running)
    return known.content
  }
  return {
    read: (): Promise<StoreContent> => {
      if (!latest || performance.now() - latest.at > CONTENT_MAX_AGE_MS)
        latest = { at: performance.now(), content: read() }
      return latest.content
    },
    forget: () => {
      running = null
      latest = null
    },
  }
}
