/** The id of its element, for the inline scripts that show it. */
export const SCRIPT_LOAD_ERROR_ID = 'script-load-error'

/**
 * Reports that the scripts of the page could not be fetched. It is in every page from the start, because then
 * nothing of ours runs but the inline scripts: hydration/load-scripts-later.ts shows it after a press that
 * could not be handled, head-script.tsx (with the button) on pages that do not work without their scripts.
 */
export function ScriptLoadError() {
  return (
    <div
      id={SCRIPT_LOAD_ERROR_ID}
      role="alert"
      hidden
      suppressHydrationWarning
      className="fixed inset-x-4 bottom-4 z-60 mx-auto max-w-xl rounded-md border border-l-4 border-danger bg-raised px-4 py-3 font-medium shadow-high"
    >
      Part of this page could not be loaded. Nothing you typed is lost: check your connection and try again.{' '}
      <button
        type="button"
        hidden
        suppressHydrationWarning
        className="block min-h-11 underline underline-offset-4"
      >
        Reload page
      </button>
    </div>
  )
}
