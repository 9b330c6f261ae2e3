import { listImports } from '#contract/imports.ts'
import { type ImportSummary, isRunning } from '#domain/imports/imported-file.ts'
import { api } from '../../api-client/api-client.ts'
import { adminLoader } from '../../api-client/protected-loader.ts'
import { GrowingTable } from '../../components/list/growing-table.tsx'
import { fetchListRows, type ListPages, parseRowLimit } from '../../components/list/list-pages.ts'
import { errorBoundary } from '../../layout/load-problem.tsx'
import { PageHeading } from '../../layout/page-heading.tsx'
import { metaWithTitle } from '../../layout/public-meta.ts'
import type { RouteHandle } from '../../route-handle.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import type { Route } from './+types/imports'
import { ExportParts } from './export-parts.tsx'
import { importColumns } from './import-columns.tsx'
import { UploadForm } from './upload-form.tsx'
import { useRunningImport } from './use-running-import.ts'

const TITLE = 'Import'
const PAGES: ListPages = { step: 20, max: 500 }

export const handle = { wide: true } satisfies RouteHandle

export const meta = metaWithTitle(TITLE)

export const clientLoader = adminLoader(async ({ request }: Route.ClientLoaderArgs) => {
  const shown = parseRowLimit(new URL(request.url).searchParams, PAGES)
  return { loaded: await fetchListRows<ImportSummary>({ shown }, (query) => api(listImports, { query })) }
})

export const ErrorBoundary = errorBoundary(TITLE)

export default function Imports({ loaderData: { loaded } }: Route.ComponentProps) {
  useRunningImport(loaded.some(({ status }) => isRunning(status)))
  return (
    <>
      <PageHeading
        compact
        title={TITLE}
        lead="Add and update parts, prices, stock and fitments from a file."
      />
      <div className="flex flex-col gap-8">
        <UploadForm />
        <ExportParts />
        <section className="flex flex-col gap-5" aria-labelledby="past-imports">
          <h2 id="past-imports" className="text-xl">
            Past imports
          </h2>
          {loaded.length === 0 ? (
            <EmptyState title="No imports yet" text="Every file that you preview is listed here." />
          ) : (
            <GrowingTable
              caption="Past imports"
              nouns={['import', 'imports']}
              columns={importColumns}
              loaded={loaded}
              pages={PAGES}
            />
          )}
        </section>
      </div>
    </>
  )
}
