import type { ProductColumn } from './csv-product-columns.ts'
import type { ImportReport } from './import-report.ts'
import { MAX_HEADING_LENGTH, MAX_HEADINGS, MAX_REPORTED, type StoredReport } from './imported-file.ts'
import type { CsvFile } from './read-csv.ts'

/** The problems and changes of a file. `headings`: those of a products file. */
export type FileReport = ImportReport & {
  ignored: string[]
  headings?: CsvFile<ProductColumn>['headings']
}

/** The part of a report that is stored and shown. */
export function toStored({ problems, changes, headings, ...report }: FileReport): StoredReport {
  // Refusals come first: a report of warnings alone would not explain why nothing is imported.
  const sorted = problems.toSorted((a, b) => Number(a.warning ?? false) - Number(b.warning ?? false))
  return {
    ...report,
    problems: sorted.slice(0, MAX_REPORTED),
    changes: changes.slice(0, MAX_REPORTED),
    problemCount: problems.length,
    ...(headings && {
      headings: headings
        .filter(({ heading }) => heading.length <= MAX_HEADING_LENGTH)
        .slice(0, MAX_HEADINGS)
        .map(({ heading, column }) => ({ heading, column: column ?? '' })),
    }),
  }
}
