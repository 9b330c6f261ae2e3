import { Form } from 'react-router'
import { exportTakings, exportTaxReport, showTakings, showTaxReport } from '#contract/reports.ts'
import { ReportQuery, type Takings, type TaxReport } from '#domain/documents/report.ts'
import { formatUsd, sum } from '#domain/shared/money.ts'
import { api, ApiProblem, callUrl } from '../../api-client/api-client.ts'
import { adminLoader } from '../../api-client/protected-loader.ts'
import { useMutation } from '../../api-client/use-mutation.ts'
import { problemText } from '../../api-problem.ts'
import { Bars } from '../../components/figures/bars.tsx'
import { saveFile } from '../../components/list/save-file.ts'
import { errorBoundary } from '../../layout/load-problem.tsx'
import { PageHeading } from '../../layout/page-heading.tsx'
import { metaWithTitle } from '../../layout/public-meta.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Options, Select, TextField } from '../../ui/field.tsx'
import { FormError } from '../../ui/form-error.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import type { Route } from './+types/reports'

const TITLE = 'Reports'

export const meta = metaWithTitle(TITLE)

export const clientLoader = adminLoader(async ({ request }: Route.ClientLoaderArgs) => {
  const given = Object.fromEntries([...new URL(request.url).searchParams].filter(([, text]) => text !== ''))
  const { success, data: query = { by: 'month' as const } } = ReportQuery.safeParse(given)
  try {
    const [takings, taxes] = await Promise.all([api(showTakings, { query }), api(showTaxReport, { query })])
    return { query, takings, taxes, problem: success ? '' : 'Enter days such as 2026-01-31' }
  } catch (error) {
    // Days that make no report: the fields keep them.
    if (!(error instanceof ApiProblem) || error.status !== 422) throw error
    return { query, takings: [], taxes: [], problem: problemText(error) }
  }
})

export const ErrorBoundary = errorBoundary(TITLE)

/** What the store has taken, its tax and the deposits that it holds, by day or month. */
export default function Reports({ loaderData }: Route.ComponentProps) {
  const { query, takings, taxes, problem } = loaderData
  const total = sum(takings.map((one) => Math.round(one.takings * 100))) / 100
  return (
    <>
      <PageHeading
        compact
        title={TITLE}
        lead="Sums of invoices and credit notes, by the day on which they were issued."
      />
      <Range key={JSON.stringify(query)} query={query} problem={problem} />
      {takings.length > 0 && (
        <div className="flex flex-col gap-6">
          <Card as="section" aria-labelledby="takings" className="flex min-w-0 flex-col gap-4">
            <div className="flex flex-wrap items-center justify-between gap-3">
              <h2 id="takings" className="text-2xl">
                Takings
              </h2>
              <Download path={exportTakings.path} query={query} name="takings" />
            </div>
            <Bars
              bars={takings.map(({ period, takings: dollars }) => ({ key: period, name: period, dollars }))}
              label={`Takings by ${query.by}: ${formatUsd(total)} in all.`}
            />
            <Table
              caption="Takings"
              columns={takingsColumns}
              rows={takings.toReversed()}
              rowKey={({ period }) => period}
            />
          </Card>
          <Card as="section" aria-labelledby="taxes" className="flex min-w-0 flex-col gap-4">
            <div className="flex flex-wrap items-center justify-between gap-3">
              <h2 id="taxes" className="text-2xl">
                Tax by region
              </h2>
              {taxes.length > 0 && <Download path={exportTaxReport.path} query={query} name="tax" />}
            </div>
            {taxes.length === 0 ? (
              <p className="text-ink-soft">No tax was invoiced on these days.</p>
            ) : (
              <Table
                caption="Tax by region"
                columns={taxColumns}
                rows={taxes}
                rowKey={({ period, region, rate }) => `${period} ${region} ${rate}`}
              />
            )}
          </Card>
        </div>
      )}
    </>
  )
}

const takingsColumns: readonly Column<Takings>[] = [
  { key: 'period', heading: 'Period', title: true, cell: ({ period }) => period },
  { key: 'invoiced', heading: 'Invoiced', numeric: true, cell: ({ invoiced }) => formatUsd(invoiced) },
  { key: 'credited', heading: 'Credited', numeric: true, cell: ({ credited }) => formatUsd(credited) },
  { key: 'takings', heading: 'Takings', numeric: true, cell: (row) => formatUsd(row.takings) },
  { key: 'tax', heading: 'Tax in them', numeric: true, cell: ({ tax }) => formatUsd(tax) },
  { key: 'held', heading: 'Deposits held', numeric: true, cell: (row) => formatUsd(row.depositsHeld) },
]

const taxColumns: readonly Column<TaxReport>[] = [
  { key: 'period', heading: 'Period', title: true, cell: ({ period }) => period },
  { key: 'region', heading: 'Region', cell: ({ region }) => region },
  { key: 'rate', heading: 'Rate', numeric: true, cell: ({ rate }) => `${rate}%` },
  { key: 'taxable', heading: 'Taxed', numeric: true, cell: ({ taxable }) => formatUsd(taxable) },
  { key: 'tax', heading: 'Tax', numeric: true, cell: ({ tax }) => formatUsd(tax) },
]

function Range({ query, problem }: { query: ReportQuery; problem: string }) {
  return (
    <Form className="mb-6 flex flex-wrap items-end gap-4">
      <TextField label="From" name="from" type="date" defaultValue={query.from ?? ''} optional />
      <TextField label="To" name="to" type="date" defaultValue={query.to ?? ''} optional />
      <Select label="By" name="by" defaultValue={query.by}>
        <Options
          of={[
            { key: 'month', label: 'Month' },
            { key: 'day', label: 'Day' },
          ]}
        />
      </Select>
      <Button type="submit" variant="primary">
        Show
      </Button>
      <FormError className="w-full">{problem}</FormError>
    </Form>
  )
}

function Download({ path, query, name }: { path: string; query: ReportQuery; name: string }) {
  const { busy, problem, send } = useMutation(() => saveFile(callUrl(path, {}, query)))
  return (
    <div>
      <Button size="sm" busy={busy} aria-label={`Download ${name} as CSV`} onClick={() => void send()}>
        CSV
      </Button>
      <FormError>{problem}</FormError>
    </div>
  )
}
