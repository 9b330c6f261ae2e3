/** States on every page of a demo store that nothing is real. */
export function DemoBanner() {
  return (
    <aside aria-label="Demo store" className="bg-signal-wash px-4 py-1.5 text-center text-sm">
      <strong className="font-semibold">Demo store:</strong> nothing is charged or shipped.
    </aside>
  )
}
