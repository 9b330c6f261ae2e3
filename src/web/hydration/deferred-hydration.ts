import { REPORT_LOST_SCRIPTS } from '../layout/head-script.tsx'
import { SCRIPT_LOAD_ERROR_ID } from '../layout/script-load-error.tsx'
import type { Hydration } from '../route-handle.ts'
import { loadScriptsLater } from './load-scripts-later.ts'

/** How long after loading a page hydrates without any input, in ms: carousels move by themselves. */
const MAX_WAIT_MS = 6_000

/** The attributes that make a React Router page hydrate, and their replacements, which browsers ignore. */
const BOOTSTRAP = 'type="module"'
const DEFERRED_TYPE = 'deferred-module'
const PRELOAD = 'rel="modulepreload"'
const DEFERRED_REL = 'deferred-modulepreload'

/** A text of a page at a byte, and what replaces it. */
type Edit = { at: number; text: string; replacement: string }

/**
 * Makes the framework's scripts of a rendered page inert, and adds the inline script that loads them later
 * (README.md).
 * @param entry the URL of the module that hydrates.
 * @param nonce marks the page's own inline scripts.
 * @throws when the page does not have exactly the scripts that it should have.
 */
export function deferHydration(page: Buffer, when: Hydration, entry: string, nonce: string): Edit[] {
  const options = {
    entry,
    afterPaint: when === 'after-paint',
    latestMs: MAX_WAIT_MS,
    scriptType: DEFERRED_TYPE,
    preloadRel: DEFERRED_REL,
    loadErrorId: SCRIPT_LOAD_ERROR_ID,
  }
  const loader = `(${loadScriptsLater.toString()})(${JSON.stringify(options)})`
  // One preload is the entry's, and the loader waits for it.
  editOnly(page, `${PRELOAD} href="${entry}"`, '')
  return [
    editOnly(page, BOOTSTRAP, `type="${DEFERRED_TYPE}"`),
    editOnly(page, '</head>', `<script nonce="${nonce}">${loader}</script></head>`),
    ...editAll(page, PRELOAD, `rel="${DEFERRED_REL}"`),
    // The loader reports the files that fail to load.
    ...editAll(page, REPORT_LOST_SCRIPTS, ''),
  ]
}

/**
 * The replacement of the only occurrence of the framework's output. The page's texts and data cannot contain
 * it: there `<` and `"` are escaped.
 * @throws when there is none, or more than one.
 */
export function editOnly(page: Buffer, text: string, replacement: string): Edit {
  const [edit, ...others] = editAll(page, text, replacement)
  if (!edit || others.length > 0)
    throw new Error(
      `The rendered page does not have ${text} exactly once, so its scripts cannot be adapted. ` +
        'Was React Router updated? See src/web/hydration/README.md.',
    )
  return edit
}

function editAll(page: Buffer, text: string, replacement: string): Edit[] {
  const edits: Edit[] = []
  for (let at = page.indexOf(text); at !== -1; at = page.indexOf(text, at + 1))
    edits.push({ at, text, replacement })
  return edits
}

/** The page with these texts replaced, copied once: as a string it would be copied for each. */
export function applyEdits(page: Buffer, edits: readonly Edit[]): Buffer<ArrayBuffer> {
  let end = 0
  const pieces = edits
    .toSorted((a, b) => a.at - b.at)
    .flatMap(({ at, text, replacement }) => {
      const before = page.subarray(end, at)
      end = at + Buffer.byteLength(text)
      return [before, Buffer.from(replacement)]
    })
  return Buffer.concat([...pieces, page.subarray(end)])
}
