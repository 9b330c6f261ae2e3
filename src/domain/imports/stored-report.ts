import type { FileColumn } from './csv-product-columns.ts'
import type { ImportReport } from './import-report.ts'
import { MAX_HEADING_LENGTH, MAX_HEADINGS, MAX_REPORTED, type StoredReport } from './imported-file.ts'
import type { CsvFile } from './read-csv.ts'

/** The problems and changes of a file. `headings` and `samples`: those of a products file. */
export type FileReport = ImportReport & {
  ignored: string[]
  headings?: CsvFile<FileColumn>['headings']
  samples?: string[][]
}

/** The part of a report that is stored and shown. */
export function toStored({ problems, changes, headings, samples, ...report }: FileReport): StoredReport {
  // Refusals come first: a report of warnings alone would not explain why nothing is imported.
  const sorted = problems.toSorted((a, b) => Number(a.warning ?? false) - Number(b.warning ?? false))
  return {
    ...report,
    problems: sorted.slice(0, MAX_REPORTED),
    changes: changes.slice(0, MAX_REPORTED),
    problemCount: problems.length,
    ...(headings && storedHeadings(headings, samples)),
  }
}

/** The headings that can be chosen as columns, with the first cells under each. */
function storedHeadings(
  headings: NonNullable<FileReport['headings']>,
  samples: readonly string[][] = [],
): Pick<StoredReport, 'headings' | 'samples'> {
  const chosen = headings
    .flatMap(({ heading }, at) => (heading.length <= MAX_HEADING_LENGTH ? [at] : []))
    .slice(0, MAX_HEADINGS)
  return {
    headings: chosen.flatMap((at) => {
      const heading = headings[at]
      return heading ? [{ ...heading, column: heading.column ?? '' }] : []
    }),
    samples: samples.map((cells) => chosen.map((at) => cells[at] ?? '')),
  }
}
