/** Lines of a part's fitments, grouped by make. `text` is the whole line. */
export function FitmentsByMake({ lines }: { lines: readonly { make: string; text: string }[] }) {
  const makes = [...new Set(lines.map(({ make }) => make))]
  return makes.map((make) => (
    <div key={make} className="grid gap-x-4 border-t border-line py-2 sm:grid-cols-[8rem_minmax(0,1fr)]">
      <h3 className="py-1 text-lg">{make}</h3>
      <ul>
        {lines
          .filter((line) => line.make === make)
          .map(({ text }) => (
            <li key={text} className="py-1 tabular-nums">
              {text}
            </li>
          ))}
      </ul>
    </div>
  ))
}
