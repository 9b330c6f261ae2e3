import { type ReactNode, useState } from 'react'
import { formatMoment } from '../../components/order-card/order-dates.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { FormSummary } from '../../ui/form-summary.tsx'
import { SaveBar } from '../../ui/save-bar.tsx'
import { SECTION_TITLES } from './section-titles.ts'
import type { SectionForm } from './use-section.ts'

/** The form of a section: its fields, a preview of what visitors read, and the buttons. */
export function SectionFrame({
  form,
  lead,
  preview,
  children,
}: {
  form: SectionForm
  lead: string
  preview: ReactNode
  children: ReactNode
}) {
  const { stored } = form
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-8 xl:grid-cols-[minmax(0,1fr)_22rem]">
      <form
        noValidate
        method="post"
        aria-labelledby="section"
        className="flex flex-col gap-6"
        onSubmit={form.submit}
      >
        <div>
          <h2 id="section" className="text-2xl">
            {SECTION_TITLES[form.section]}
          </h2>
          <p className="mt-1 text-ink-soft">{lead}</p>
          <p className="mt-1 text-sm text-ink-soft">
            {stored.changedAt === undefined
              ? 'This is what the store’s files say. Nothing was changed here yet.'
              : `Changed by ${stored.changedBy ?? 'an admin'}, ${formatMoment(stored.changedAt)}.`}
          </p>
        </div>
        {children}
        <FormSummary fields={form.invalid} />
        {form.problem && (
          <Alert tone="danger" title="The settings were not saved">
            <p>{form.problem} What you typed is still here.</p>
            <Button size="sm" className="mt-2" onClick={() => void form.loadAgain()}>
              Load them again
            </Button>
          </Alert>
        )}
        <SaveBar>
          <Button type="submit" variant="primary" size="lg" busy={form.busy}>
            Save the settings
          </Button>
          <Button size="lg" disabled={!form.isChanged} onClick={form.undoTyping}>
            Undo typing
          </Button>
          {stored.version !== null && <ResetButton form={form} />}
        </SaveBar>
      </form>
      <section aria-label="Preview" className="xl:sticky xl:top-6">
        <p className="eyebrow mb-3">As customers read it</p>
        <div inert className="rounded-lg border border-line bg-raised p-4 wrap-anywhere sm:p-6">
          {preview}
        </div>
      </section>
      {form.dialog}
    </div>
  )
}

function ResetButton({ form }: { form: SectionForm }) {
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <Button size="lg" variant="ghost" onClick={() => setAsking(true)}>
        Use the file’s again
      </Button>
      {isAsking && (
        <ConfirmDialog
          title="Use what the store’s files say?"
          message="What admins have changed in this section is replaced. The audit keeps what it was."
          confirmLabel="Use the file’s"
          onConfirm={() => {
            setAsking(false)
            void form.resetToFiles()
          }}
          onCancel={() => setAsking(false)}
        />
      )}
    </>
  )
}
