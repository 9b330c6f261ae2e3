import { Link } from 'react-router'

/**
 * Asks for the engine once, above a list, when some of its parts depend on it. Renders nothing for a car with
 * one engine.
 */
export function EngineLinks({ engines }: { engines: readonly { name: string; path: string }[] }) {
  if (engines.length < 2) return null
  return (
    <nav
      id="engines"
      aria-label="Engines"
      className="mb-3 flex scroll-mt-4 items-center gap-x-4 sm:flex-wrap"
    >
      <p className="shrink-0 text-ink-soft">Which engine?</p>
      {/* One line on a phone, which scrolls: the parts begin on its first screen. */}
      <ul className="flex min-w-0 gap-2 max-sm:-mr-gutter max-sm:overflow-x-auto max-sm:py-1 max-sm:pr-gutter sm:flex-wrap">
        {engines.map(({ name, path }) => (
          <li key={name} className="min-w-0 max-sm:shrink-0">
            <Link
              to={path}
              className="flex min-h-11 items-center rounded-full border border-line-strong bg-raised px-4 no-underline hover:border-ink"
            >
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
