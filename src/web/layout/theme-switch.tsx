/**
 * Switches between the system's theme, light and dark, and saves the choice. head-script.tsx handles the
 * press and updates the label, so that it works before hydration; app.css draws the icon. Without JavaScript
 * the system's theme applies.
 */
export function ThemeSwitch() {
  return (
    <button
      type="button"
      aria-label="Theme: system"
      title="Theme: system"
      data-theme-switch
      suppressHydrationWarning
      className="flex size-11 shrink-0 items-center lg:-mr-3 justify-center rounded-md hover:bg-ink/10"
    />
  )
}
