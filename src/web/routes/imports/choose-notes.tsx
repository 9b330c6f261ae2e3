import type { ChangeImportInput, ReportedNotes } from '#domain/imports/imported-file.ts'
import { formatCount, formatCountOf } from '#domain/shared/format-count.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'

type ChosenNotes = NonNullable<ChangeImportInput['notes']>

/**
 * The notes of an ACES file that are conditions of a fit, most frequent first, to mark those that only
 * inform. Open while a note is not marked.
 */
export function ChooseNotes({
  conditions: { supplier, notes, noteCount },
  canCheck,
  busy,
  onCheck,
}: {
  conditions: ReportedNotes
  canCheck: boolean
  busy: boolean
  onCheck: (notes: ChosenNotes) => void
}) {
  const open = notes.filter(({ isInformation }) => !isInformation).length
  const canChoose = canCheck && supplier !== ''
  const send = (form: FormData) =>
    onCheck(
      notes.flatMap(({ note, isInformation }, at) => {
        const chosen = form.has(`note-${at}`)
        return chosen === isInformation ? [] : [{ note, isInformation: chosen }]
      }),
    )
  return (
    <details open={open > 0 && canChoose} className="max-w-3xl rounded-lg border border-line bg-raised px-4">
      <summary className="min-h-11 cursor-pointer py-2.5 font-medium">
        Notes taken as conditions ({formatCount(open)})
      </summary>
      <form
        aria-label="Notes taken as conditions"
        className="flex flex-col gap-4 pb-4"
        onSubmit={(event) => {
          event.preventDefault()
          send(new FormData(event.currentTarget))
        }}
      >
        <p className="text-ink-soft">
          The parts fit only if these notes apply: customers are told to check. Mark the notes that restrict
          nothing.{' '}
          {supplier === ''
            ? 'This file does not name its supplier, so the choice cannot be kept.'
            : `The choice applies to every file of ${supplier}; unmark a note to take it as a condition again.`}
        </p>
        <fieldset disabled={!canChoose} className="flex flex-col gap-1 wrap-anywhere">
          <legend className="font-medium">Only information</legend>
          {notes.map(({ note, applications, isInformation }, at) => (
            <Checkbox
              key={note}
              name={`note-${at}`}
              defaultChecked={isInformation}
              label={
                <>
                  {note}{' '}
                  <span className="text-sm text-ink-soft">{formatCountOf(applications, 'application')}</span>
                </>
              }
            />
          ))}
        </fieldset>
        {noteCount > notes.length && (
          <p className="text-ink-soft">
            The first {formatCount(notes.length)} of {formatCount(noteCount)}.
          </p>
        )}
        {canChoose && (
          <Button type="submit" busy={busy} className="self-start">
            Check with these notes
          </Button>
        )}
      </form>
    </details>
  )
}
