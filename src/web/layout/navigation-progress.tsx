import { useNavigation } from 'react-router'

/** A line at the top edge while the next page is fetched; only after 300 ms, so that quick changes do not flash. */
export function NavigationProgress() {
  const { state } = useNavigation()
  if (state === 'idle') return null
  return (
    <div role="status" className="pointer-events-none fixed inset-x-0 top-0 z-60 h-0.75">
      <span className="sr-only">Loading</span>
      <div className="navigation-progress h-full bg-signal" />
    </div>
  )
}
