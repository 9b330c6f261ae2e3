import type { ReactNode } from 'react'

/** The table equivalent of a chart. Narrow enough to remain a table on a phone. */
export function FiguresTable({
  caption,
  headings: [first, ...others],
  rows,
}: {
  /** The accessible name. */
  caption: string
  headings: readonly string[]
  rows: readonly { key: string; name: ReactNode; figures: readonly ReactNode[] }[]
}) {
  return (
    <table className="w-full text-left text-sm">
      <caption className="sr-only">{caption}</caption>
      <thead className="text-ink-soft">
        <tr className="ticks">
          <th scope="col" className="py-2 font-semibold">
            {first}
          </th>
          {others.map((heading) => (
            <th
              key={heading}
              scope="col"
              className="py-2 pl-4 text-right font-semibold max-xs:pl-2 max-xs:wrap-anywhere"
            >
              {heading}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, name, figures }) => (
          <tr key={key} className="border-t border-line">
            <th scope="row" className="py-2 font-semibold wrap-anywhere">
              {name}
            </th>
            {figures.map((figure, at) => (
              <td
                key={others[at]}
                className="py-2 pl-4 text-right whitespace-nowrap tabular-nums max-xs:pl-2 max-xs:wrap-anywhere max-xs:whitespace-normal"
              >
                {figure}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
