import { useNavigation } from 'react-router'

/** A progress line at the top during navigation; delayed by 300 ms, so that fast navigations do not flash. */
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
