/** The place of the cars while there is none. As high as one. */
export function NoCar() {
  return (
    <div className="grid-paper relative crop-marks flex grow items-center justify-center rounded-lg bg-surface p-6">
      <p className="rounded-md bg-surface px-4 py-2 text-center text-ink-soft">No car yet. Add one below.</p>
    </div>
  )
}
