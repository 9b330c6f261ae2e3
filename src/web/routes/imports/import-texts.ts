import type { ImportedFile, ImportStatus } from '#domain/imports/imported-file.ts'
import type { PillTone } from '../../ui/status-pill.tsx'

/** What the screens call a status. */
export const STATUS_TEXTS: Record<ImportStatus, { label: string; tone: PillTone }> = {
  checking: { label: 'Checking', tone: 'calm' },
  checked: { label: 'Ready to import', tone: 'due' },
  refused: { label: 'Has errors', tone: 'bad' },
  applying: { label: 'Importing', tone: 'calm' },
  applied: { label: 'Imported', tone: 'ok' },
  failed: { label: 'Failed', tone: 'bad' },
  undoing: { label: 'Undoing', tone: 'calm' },
  undone: { label: 'Undone', tone: 'calm' },
}

export const KIND_TEXTS: Record<ImportedFile['kind'], string> = {
  products: 'Parts',
  aces: 'Vehicles (ACES)',
  pies: 'Parts (PIES)',
  vehicles: 'Vehicles of the finder',
}

/** Who imported a file, when it was no admin. */
export const COMMAND_LINE = 'the command line'

const number = new Intl.NumberFormat('en-US')

/** "12 added, 3 changed, 1,204 unchanged"; without what is zero. */
export function countsText(counts: NonNullable<ImportedFile['counts']>): string {
  const named = (['added', 'changed', 'removed', 'unchanged', 'refused'] as const).filter(
    (name) => counts[name] > 0,
  )
  return named.map((name) => `${number.format(counts[name])} ${name}`).join(', ') || 'Nothing to do'
}

/** "Checking: 300 of 1,200 parts"; "Checking: 300 parts so far" of a file whose end was not reached yet. */
export function progressText({ status, done, total }: ImportedFile): string {
  const { label } = STATUS_TEXTS[status]
  if (total === 0 && done > 0) return `${label}: ${number.format(done)} parts so far`
  return total === 0 ? `${label} …` : `${label}: ${number.format(done)} of ${number.format(total)} parts`
}
