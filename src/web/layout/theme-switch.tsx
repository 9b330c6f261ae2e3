import { MoonIcon } from './icons.tsx'

/**
 * Toggles light and dark and saves the choice. head-script.tsx handles the press and keeps `aria-pressed`, so that it works before
 * hydration. Without JavaScript the system's theme applies.
 */
export function ThemeSwitch() {
  return (
    <button
      type="button"
      aria-label="Dark theme"
      title="Dark theme"
      data-theme-switch
      suppressHydrationWarning
      className="flex size-11 shrink-0 items-center lg:-mr-3 justify-center rounded-md hover:bg-ink/10"
    >
      <MoonIcon />
    </button>
  )
}
