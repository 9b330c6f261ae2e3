import { useEffect, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { changeImport, showImport } from '#contract/imports.ts'
import { listSpecificationFields } from '#contract/products.ts'
import {
  type ChangeImportInput,
  type ImportDetails as Details,
  isRunning,
} from '#domain/imports/imported-file.ts'
import type { SpecificationField } from '#domain/products/specification.ts'
import { formatCount, formatCountOf } from '#domain/shared/format-count.ts'
import * as paths from '#paths.ts'
import { api, problemText } from '../../api-client/api-client.ts'
import { adminLoader } from '../../api-client/protected-loader.ts'
import { useMutation } from '../../api-client/use-mutation.ts'
import { formatMoment } from '../../components/order-card/order-dates.ts'
import { errorBoundary } from '../../layout/load-problem.tsx'
import { PageHeading } from '../../layout/page-heading.tsx'
import { metaWithTitle } from '../../layout/public-meta.ts'
import { focusHeading } from '../../layout/route-change-effects.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button, LinkButton } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { StatusPill } from '../../ui/status-pill.tsx'
import type { Route } from './+types/import-details'
import { ChooseColumns } from './choose-columns.tsx'
import { ChooseNotes } from './choose-notes.tsx'
import { downloadLines } from './download-parts.ts'
import { ImportReport } from './import-report.tsx'
import {
  applyText,
  changesNothing,
  checkedText,
  COMMAND_LINE,
  countsText,
  KIND_TEXTS,
  leaveOutText,
  progressText,
  statusText,
} from './import-texts.ts'
import { useRunningImport } from './use-running-import.ts'

const TITLE = 'Import a file'
const BACK = { to: paths.imports, label: 'Import' }

export const meta = metaWithTitle(TITLE)

export const clientLoader = adminLoader(async ({ params }: Route.ClientLoaderArgs) => {
  const details = await api(showImport, { params })
  const fields = headingsToChoose(details).length > 0 ? await api(listSpecificationFields) : []
  return { details, fields }
})

export const ErrorBoundary = errorBoundary(TITLE, BACK)

export default function ImportDetails({ loaderData: { details, fields } }: Route.ComponentProps) {
  useRunningImport(isRunning(details.status))
  const { label, tone } = statusText(details)
  return (
    <>
      <PageHeading
        compact
        eyebrow={KIND_TEXTS[details.kind]}
        title={<span className="wrap-anywhere">{details.fileName}</span>}
        lead={<History details={details} />}
        actions={<LinkButton to={BACK.to}>All imports</LinkButton>}
      />
      <div className="flex flex-col gap-6">
        {/* Announced when it changes: the page polls. */}
        <div role="status" className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <StatusPill tone={tone}>{label}</StatusPill>
          <span>{summary(details)}</span>
        </div>
        {isRunning(details.status) && (
          <progress
            aria-label={label}
            className="h-2 w-full max-w-xl appearance-none overflow-hidden rounded-full bg-line [&::-moz-progress-bar]:bg-signal [&::-webkit-progress-bar]:bg-line [&::-webkit-progress-value]:bg-signal"
            {...(details.total > 0 && { value: details.done, max: details.total })}
          />
        )}
        <Actions details={details} fields={fields} />
        {details.status === 'applied' && details.undoReport?.failed && (
          <Alert tone="danger" title="It could not be undone">
            The store has changed nothing. Parts may have been in use: try again.
          </Alert>
        )}
        {details.undoReport && details.undoReport.keptCount > 0 && (
          <Alert tone="caution" title={`${formatCount(details.undoReport.keptCount)} could not be put back`}>
            <ul className="mt-2 list-disc pl-5">
              {details.undoReport.kept.map(({ partNumber, message }) => (
                <li key={`${partNumber} ${message}`}>
                  <span className="wrap-anywhere">{partNumber}</span>: {message}
                </li>
              ))}
            </ul>
          </Alert>
        )}
        {details.report && !isRunning(details.status) && (
          <ImportReport
            report={details.report}
            choosesColumns={headingsToChoose(details).length > 0}
            isApplied={details.appliedAt !== undefined}
          />
        )}
      </div>
    </>
  )
}

function summary(details: Details): string {
  const { status, report, undoReport } = details
  if (isRunning(status)) return progressText(details)
  if (status === 'failed')
    return 'It couldn’t be imported, and nothing was changed. Parts may have been in use: try again.'
  if (status === 'undone' && undoReport) {
    return `${formatCountOf(undoReport.restored, 'part is', 'parts are')} as before the import.`
  }
  if (status === 'checked' && report) return checkedText(details, report)
  const counts = report ? countsText(report.counts, status) : ''
  if (status === 'refused')
    return `${counts}. Nothing was changed. ${linesToImport(details) ? 'Fix these lines and upload them again, now or after importing the others.' : 'Correct the file and upload it again, or add what is missing and check it again.'}`
  return counts
}

/** The steps of the import: who did what, and when. */
function History({ details }: { details: Details }) {
  const { createdAt, createdBy, appliedAt, appliedBy, undoneAt, undoneBy } = details
  const steps = [
    // The command line imports without a separate check.
    { what: 'Uploaded', at: createdBy === undefined ? undefined : createdAt, who: createdBy },
    { what: 'Imported', at: appliedAt, who: appliedBy },
    { what: 'Undone', at: undoneAt, who: undoneBy },
  ]
  return (
    <>
      {steps.map(
        ({ what, at, who }) =>
          at !== undefined && (
            <span key={what} className="block">
              {what} <time dateTime={at}>{formatMoment(at)}</time> by {who ?? COMMAND_LINE}
            </span>
          ),
      )}
    </>
  )
}

/** The headings of a file that can be checked again, with their columns. */
function headingsToChoose(details: Details) {
  return (canCheck(details) && details.report?.headings) || []
}

function canCheck({ hasFile, status }: Details): boolean {
  return hasFile && (status === 'checked' || status === 'failed' || status === 'refused')
}

/** The counts of a file with errors whose other lines can be imported, or undefined. */
function linesToImport({ hasFile, status, report }: Details) {
  if (!hasFile || (status !== 'refused' && status !== 'failed') || !report?.canLeaveOut) return undefined
  return report.counts.added + report.counts.changed > 0 ? report.counts : undefined
}

/** Saves the lines with errors, to correct and upload them. */
function DownloadLines({ details: { _id, appliedAt } }: { details: Details }) {
  const { busy, send } = useMutation(downloadLines, { about: 'lines', failed: problemText })
  return (
    <Button busy={busy} busyLabel="Preparing …" onClick={() => void send(_id)}>
      {appliedAt === undefined ? 'Download the lines to fix' : 'Download the lines left out'}
    </Button>
  )
}

function Actions({ details, fields }: { details: Details; fields: readonly SpecificationField[] }) {
  const { revalidate } = useRevalidator()
  const [isUndoAsked, setIsUndoAsked] = useState(false)
  const pressed = useRef(false)
  const { status, hasFile, canUndo } = details
  const headings = headingsToChoose(details)
  const conditions = details.report?.conditions
  const isOk = details.report?.ok !== false
  const canApply =
    hasFile && ((status === 'failed' && isOk) || (status === 'checked' && !changesNothing(details)))
  const leaveOut = linesToImport(details)
  const canCheckAgain = hasFile && status === 'refused'

  // The pressed button is removed while the file is read.
  useEffect(() => {
    if (pressed.current && document.activeElement === document.body) focusHeading()
  }, [status])

  const { pending, send } = useMutation(changeImport, {
    about: 'import',
    next: revalidate,
    async failed(error) {
      await revalidate()
      return problemText(error)
    },
  })
  const busy = pending?.body.action
  const change = async (
    action: ChangeImportInput['action'],
    chosen: Omit<ChangeImportInput, 'action'> = {},
  ) => {
    pressed.current = true
    setIsUndoAsked(false)
    await send({ params: { id: details._id }, body: { action, ...chosen } })
  }

  return (
    <>
      {headings.length > 0 && (
        <ChooseColumns
          headings={headings}
          samples={details.report?.samples}
          fields={fields}
          busy={busy === 'check'}
          onCheck={(columns) => void change('check', { columns })}
        />
      )}
      {conditions && conditions.notes.length > 0 && !isRunning(status) && (
        <ChooseNotes
          key={JSON.stringify(conditions)}
          conditions={conditions}
          canCheck={canCheck(details)}
          busy={busy === 'check'}
          onCheck={(notes) => void change('check', { notes })}
        />
      )}
      <div className="flex flex-wrap gap-3 empty:hidden">
        {canApply && (
          <Button variant="primary" busy={busy === 'apply'} onClick={() => void change('apply')}>
            {details.kind === 'products' && details.counts ? applyText(details.counts) : 'Import now'}
          </Button>
        )}
        {leaveOut && (
          <Button
            variant="primary"
            busy={busy === 'apply'}
            onClick={() => void change('apply', { leaveOut: true })}
          >
            {leaveOutText(leaveOut)}
          </Button>
        )}
        {details.hasRefusedLines && !isRunning(status) && <DownloadLines details={details} />}
        {canCheckAgain && (
          <Button busy={busy === 'check'} onClick={() => void change('check')}>
            Check again
          </Button>
        )}
        {canUndo && (
          <Button variant="danger" busy={busy === 'undo'} onClick={() => setIsUndoAsked(true)}>
            Undo this import
          </Button>
        )}
      </div>
      {isUndoAsked && (
        <ConfirmDialog
          title="Undo this import?"
          message="Its changes are put back, and the parts that it added are deleted. What was changed or ordered since then stays, and is listed."
          confirmLabel="Undo the import"
          onConfirm={() => void change('undo')}
          onCancel={() => setIsUndoAsked(false)}
        />
      )}
    </>
  )
}
