import { GroupLinks } from './group-links.tsx'

/**
 * Asks for the engine once, above a list, when some of its parts depend on it. Renders nothing for a car with
 * one engine.
 */
export function EngineLinks({ engines }: { engines: readonly { name: string; path: string }[] }) {
  if (engines.length < 2) return null
  return (
    <div>
      <p className="mb-1 text-ink-soft sm:mb-2">Choose your engine to be sure:</p>
      <GroupLinks label="Engines" groups={engines.map((engine) => ({ ...engine, count: null }))} />
    </div>
  )
}
