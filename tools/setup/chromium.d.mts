/** How Chromium is started to look at the store: quiet, without what is for people. */
export const chromiumFlags: string[]

/**
 * Path of a Chromium that runs here, or undefined. Throws when CHROME_PATH names something that does not run.
 */
export function findChromium(): string | undefined

/** The same, installing one when there is none; `log` receives a line per step. Throws one clear sentence. */
export function ensureChromium(log: (line: string) => void): string

/** Path of Debian's Chromium without windows, for tests; undefined without it, or if CHROME_PATH is set. */
export function findHeadlessShell(): string | undefined
