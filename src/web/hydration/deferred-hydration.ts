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

/**
 * Makes the framework's scripts of a rendered page inert, and adds the inline script that loads them later
 * (README.md).
 * @param entry the URL of the module that hydrates.
 * @param nonce marks the page's own inline scripts.
 * @throws when the page does not have exactly the scripts that it should have.
 */
export function deferHydration(html: string, when: Hydration, entry: string, nonce: string): string {
  const options = {
    entry,
    afterPaint: when === 'after-paint',
    latestMs: MAX_WAIT_MS,
    scriptType: DEFERRED_TYPE,
    preloadRel: DEFERRED_REL,
    loadErrorId: SCRIPT_LOAD_ERROR_ID,
  }
  const loader = `(${loadScriptsLater.toString()})(${JSON.stringify(options)})`
  let page = replaceOnly(html, BOOTSTRAP, `type="${DEFERRED_TYPE}"`)
  page = replaceOnly(page, '</head>', `<script nonce="${nonce}">${loader}</script></head>`)
  // One preload is the entry's, and the loader waits for it.
  page = replaceOnly(page, `${PRELOAD} href="${entry}"`, `rel="${DEFERRED_REL}" href="${entry}"`)
  // The loader reports the files that fail to load.
  return page.replaceAll(PRELOAD, `rel="${DEFERRED_REL}"`).replace(REPORT_LOST_SCRIPTS, '')
}

/**
 * Replaces the only occurrence of the framework's output. The page's texts and data cannot contain it: there
 * `<` and `"` are escaped.
 * @throws when there is none, or more than one.
 */
export function replaceOnly(html: string, text: string, replacement: string): string {
  const at = html.indexOf(text)
  if (at === -1 || html.includes(text, at + 1))
    throw new Error(
      `The rendered page does not have ${text} exactly once, so its scripts cannot be adapted. ` +
        'Was React Router updated? See src/web/hydration/README.md.',
    )
  return html.slice(0, at) + replacement + html.slice(at + text.length)
}
