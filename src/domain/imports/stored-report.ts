import { MAX_HEADING, MAX_HEADINGS, MAX_REPORTED, type StoredReport } from './imported-file.ts'
import type { ImportChange, ImportReport } from './import-report.ts'
import type { ProductColumn } from './product-columns.ts'
import type { CsvFile } from './read-csv.ts'

/** What is wrong with a file, and what it changes. `headings`: those of a products file. */
export type FileReport = ImportReport & {
  changes?: ImportChange[]
  /** Of all, where `changes` are the first. */
  changeCount?: number
  ignored: string[]
  headings?: CsvFile<ProductColumn>['headings']
}

/** As much of a report as is stored and shown. */
export function toStored({
  ok,
  counts,
  problems,
  changes = [],
  changeCount = changes.length,
  ignored,
  headings,
}: FileReport): StoredReport {
  // What refuses the file comes first: a report of warnings alone would not say why nothing is imported.
  const sorted = problems.toSorted((a, b) => Number(a.warning ?? false) - Number(b.warning ?? false))
  return {
    ok,
    counts,
    problems: sorted.slice(0, MAX_REPORTED),
    changes: changes.slice(0, MAX_REPORTED),
    problemCount: problems.length,
    changeCount,
    ignored,
    ...(headings && {
      headings: headings
        .filter(({ heading }) => heading.length <= MAX_HEADING)
        .slice(0, MAX_HEADINGS)
        .map(({ heading, column }) => ({ heading, column: column ?? '' })),
    }),
  }
}
