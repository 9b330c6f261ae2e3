import { columnsOption } from '#domain/imports/guess-columns.ts'
import type { ImportProblem } from '#domain/imports/import-report.ts'
import type { ReportedNotes } from '#domain/imports/imported-file.ts'
import type { FileReport } from '#domain/imports/stored-report.ts'
import { formatCount, formatCountOf } from '#domain/shared/format-count.ts'

/** Problems and changes that are printed; --json prints all problems. */
const MAX_PRINTED = 20

export function describeImport(
  { ok, counts, problems, changes, changeCount, ignored, headings, conditions }: FileReport,
  { applied }: { applied: boolean },
): string {
  const { added, changed, removed, unchanged, refused } = counts
  const errors = problems.filter(({ warning }) => !warning)
  const warnings = problems.filter(({ warning }) => warning)
  const problemText = ({ line, code, field, message }: ImportProblem) => {
    const hint =
      headings && code === 'missing_column'
        ? ` Use --columns "${columnsOption(headings) || `their heading=${field}`}".`
        : ''
    return `  line ${line}${field ? `, ${field}` : ''}: ${message}${hint}`
  }
  const firstOf = <T>(all: readonly T[], line: (item: T) => string, count = all.length) => [
    ...all.slice(0, MAX_PRINTED).map(line),
    ...(count > MAX_PRINTED ? [`  … and ${formatCount(count - MAX_PRINTED)} more`] : []),
  ]
  return [
    `${added} added, ${changed} changed, ${removed} removed, ${unchanged} unchanged, ${refused} refused`,
    ...(ignored.length > 0 ? [`Unused columns: ${ignored.join(', ')}`] : []),
    ...firstOf(
      changes,
      ({ line, partNumber, fields }) =>
        `  line ${line}, ${partNumber}: ${fields.map(({ field, before, after }) => `${field} ${before || '(none)'} → ${after || '(none)'}`).join(', ')}`,
      changeCount,
    ),
    ...conditionLines(conditions?.notes ?? []),
    ...firstOf(errors, problemText),
    ...firstOf(warnings, (problem) => `${problemText(problem)} (warning only)`),
    !ok
      ? 'Nothing was changed. Correct these lines and run it again.'
      : applied
        ? 'Done.'
        : 'This was a dry run: nothing was changed. Add --apply to do it.',
  ].join('\n')
}

/** The notes of an ACES file that are conditions, and how to change that. */
function conditionLines(notes: ReportedNotes['notes']): string[] {
  const conditions = notes.filter(({ isInformation }) => !isInformation)
  if (conditions.length === 0) return []
  return [
    'Notes taken as conditions, on which the fit depends (Dashboard ▸ Import can make them information):',
    ...conditions
      .slice(0, MAX_PRINTED)
      .map(({ note, applications }) => `  ${formatCountOf(applications, 'application')}: ${note}`),
    ...(conditions.length > MAX_PRINTED
      ? [`  … and ${formatCount(conditions.length - MAX_PRINTED)} more`]
      : []),
  ]
}
