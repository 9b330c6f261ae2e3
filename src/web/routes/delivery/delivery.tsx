import { useState } from 'react'
import { showDelivery } from '#contract/delivery.ts'
import { showSalesSettings } from '#contract/sales-settings.ts'
import { api } from '../../api-client/api-client.ts'
import { adminLoader } from '../../api-client/protected-loader.ts'
import { errorBoundary } from '../../layout/load-problem.tsx'
import { PageHeading } from '../../layout/page-heading.tsx'
import { metaWithTitle } from '../../layout/public-meta.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { FormSummary } from '../../ui/form-summary.tsx'
import { SaveBar } from '../../ui/save-bar.tsx'
import type { Route } from './+types/delivery'
import { type Pair, ratesOf, withRates } from './delivery-draft.ts'
import { MethodsField } from './methods-field.tsx'
import { RatesDialog } from './rates-dialog.tsx'
import { TryIt } from './try-it.tsx'
import { useDeliveryForm } from './use-delivery-form.ts'
import { ZonesField } from './zones-field.tsx'

const TITLE = 'Delivery'

export const meta = metaWithTitle(TITLE)

export const clientLoader = adminLoader(async () => {
  const [delivery, { countries }] = await Promise.all([api(showDelivery), api(showSalesSettings)])
  return { delivery, countries }
})

export const ErrorBoundary = errorBoundary(TITLE)

/** How parts are delivered, where to, and what it costs; all of it is saved together. */
export default function DeliveryScreen({ loaderData: { delivery, countries } }: Route.ComponentProps) {
  const form = useDeliveryForm(delivery)
  /** Whose prices the dialog shows. */
  const [pair, setPair] = useState<Pair | null>(null)
  return (
    <>
      <PageHeading compact title={TITLE} lead="How parts are delivered, where to, and what it costs." />
      <div className="mt-6 grid grid-cols-[minmax(0,1fr)] items-start gap-8 xl:grid-cols-[minmax(0,1fr)_22rem]">
        <form
          noValidate
          method="post"
          aria-label={TITLE}
          className="flex flex-col gap-8"
          onSubmit={form.submit}
        >
          {delivery.revision === 0 && (
            <Alert title="Nothing was entered yet">
              Until you save something here, everything is delivered in the United States at no charge.
            </Alert>
          )}
          <MethodsField form={form} onRates={setPair} />
          <ZonesField form={form} />
          <FormSummary fields={form.invalid} />
          {form.general && (
            <Alert tone="danger" title="This cannot be saved yet">
              {form.general}
            </Alert>
          )}
          {form.problem && (
            <Alert tone="danger" title="The delivery was not saved">
              <p>{form.problem} What you typed is still here.</p>
              <Button size="sm" className="mt-2" onClick={() => void form.loadAgain()}>
                Load it again
              </Button>
            </Alert>
          )}
          <SaveBar>
            <Button type="submit" variant="primary" size="lg" busy={form.busy}>
              Save the delivery
            </Button>
            <Button size="lg" disabled={!form.isChanged} onClick={form.undoTyping}>
              Undo typing
            </Button>
          </SaveBar>
        </form>
        <TryIt delivery={form.delivery} countries={countries} />
        {form.dialog}
        {/* Outside of the form, since it has one of its own. */}
        {pair && (
          <RatesDialog
            title={`${nameOf(form.draft.methods, pair.methodId)} to ${nameOf(form.draft.zones, pair.zoneId)}`}
            pair={pair}
            {...ratesOf(form.draft, pair)}
            onClose={() => setPair(null)}
            onApply={(steps, term) => {
              setPair(null)
              form.set((now) => withRates(now, pair, steps, term))
            }}
          />
        )}
      </div>
    </>
  )
}

const nameOf = (rows: readonly { _id: string; name: string }[], id: string) =>
  rows.find(({ _id }) => _id === id)?.name || 'a new one'
