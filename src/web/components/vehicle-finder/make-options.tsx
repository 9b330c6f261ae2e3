import { COMMON_MAKES } from '#domain/vehicles/make-names.ts'
import { Options } from '../../ui/field.tsx'

/** The options of a select of makes: the most common ones, then all in alphabetical order. */
export function MakeOptions({ of: makes }: { of: readonly string[] }) {
  const common = makes.filter((make) => COMMON_MAKES.includes(make))
  if (common.length === 0 || common.length === makes.length) return <Options of={makes} />
  return (
    <>
      <optgroup label="Most common">
        <Options of={common} />
      </optgroup>
      <optgroup label="All makes">
        <Options of={makes.toSorted(compareMakes)} />
      </optgroup>
    </>
  )
}

/** Without Intl, whose first use takes a slow phone 100 ms. */
function compareMakes(a: string, b: string): number {
  return a.toLowerCase() < b.toLowerCase() ? -1 : 1
}
