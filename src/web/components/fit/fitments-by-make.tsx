import { TextLink } from '../../ui/button.tsx'

/**
 * A fitment of a part: its vehicle and its other details. `path`: the page of other parts that fit
 * it.
 */
export type FitmentText = { make: string; text: string; details: readonly string[]; path?: string }

/** A part’s fitments, grouped by make. */
export function FitmentsByMake({ fitments }: { fitments: readonly FitmentText[] }) {
  const makes = [...Map.groupBy(fitments, ({ make }) => make)]
  return makes.map(([make, ofMake]) => (
    <div key={make} className="grid gap-x-4 border-t border-line py-2 sm:grid-cols-[8rem_minmax(0,1fr)]">
      <h3 className="py-1 text-lg">{make}</h3>
      <ul>
        {ofMake.map(({ text, details, path }) => (
          <li key={[text, ...details].join()} className="py-1 wrap-anywhere tabular-nums">
            {path === undefined ? (
              text
            ) : (
              <TextLink to={path} className="-my-1 min-w-11 decoration-line-strong hover:decoration-ink">
                {text}
              </TextLink>
            )}
            {details.length > 0 && (
              <span className="block text-sm text-ink-soft first-letter:uppercase">
                {details.join(' · ')}
              </span>
            )}
          </li>
        ))}
      </ul>
    </div>
  ))
}
