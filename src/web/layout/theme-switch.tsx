import { useSyncExternalStore } from 'react'
import { MoonIcon } from './icons.tsx'

type Theme = 'light' | 'dark'
const CHANGED = 'themechange'
const DARK = '(prefers-color-scheme: dark)'

/** The active theme: the saved choice (`data-theme` on <html>), or the system's. */
function themeNow(): Theme {
  const chosen = document.documentElement.dataset['theme']
  if (chosen === 'light' || chosen === 'dark') return chosen
  return matchMedia(DARK).matches ? 'dark' : 'light'
}

function subscribe(listener: () => void): () => void {
  const system = matchMedia(DARK)
  system.addEventListener('change', listener)
  document.addEventListener(CHANGED, listener)
  return () => {
    system.removeEventListener('change', listener)
    document.removeEventListener(CHANGED, listener)
  }
}

function choose(theme: Theme): void {
  document.documentElement.dataset['theme'] = theme
  try {
    localStorage.setItem('theme', theme)
  } catch {
    // Storage may be denied: the choice then applies to this page only.
  }
  document.dispatchEvent(new Event(CHANGED))
}

/** Toggles light and dark and saves the choice. Without JavaScript the system's theme applies. */
export function ThemeSwitch() {
  const theme = useSyncExternalStore<Theme | null>(subscribe, themeNow, () => null)
  return (
    <button
      type="button"
      aria-label="Dark theme"
      aria-pressed={theme === 'dark'}
      title="Dark theme"
      onClick={() => choose(theme === 'dark' ? 'light' : 'dark')}
      className="flex size-11 shrink-0 items-center lg:-mr-3 justify-center rounded-md hover:bg-ink/10"
    >
      <MoonIcon />
    </button>
  )
}
