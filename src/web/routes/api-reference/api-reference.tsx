import { data } from 'react-router'
import { allCalls } from '#contract/calls.ts'
import * as paths from '#paths.ts'
import { PageHeading } from '../../layout/page-heading.tsx'
import { Page } from '../../layout/page.tsx'
import { metaWithTitle } from '../../layout/public-meta.ts'
import { settingsContext } from '../../page-context.ts'
import type { RouteHandle } from '../../route-handle.ts'
import type { Route } from './+types/api-reference'
import { CallReference } from './call-reference.tsx'
import { describeCalls } from './describe-calls.ts'
import { SigningIn } from './signing-in.tsx'

export const handle = { query: [] } satisfies RouteHandle

export const meta = metaWithTitle('API reference', { name: 'robots', content: 'noindex' })

/** Exists in demo mode and in development only. */
export function loader({ context }: Route.LoaderArgs) {
  if (!context.get(settingsContext).demo) throw data(null, { status: 404 })
  return describeCalls(allCalls)
}

export default function ApiReference({ loaderData: calls }: Route.ComponentProps) {
  return (
    <Page>
      <PageHeading
        eyebrow="For developers"
        title="API reference"
        lead={
          <>
            Every call of the store, made from the same definitions that check the requests. As OpenAPI:{' '}
            <a href={paths.openApi} className="underline underline-offset-4">
              /openapi.json
            </a>
            . Errors are <code className="font-mono text-base">application/problem+json</code> with a stable{' '}
            <code className="font-mono text-base">code</code>.
          </>
        }
      />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-x-12 gap-y-10 lg:grid-cols-[19rem_minmax(0,1fr)]">
        <nav
          aria-label="Calls"
          className="lg:sticky lg:top-6 lg:max-h-[calc(100dvh-3rem)] lg:self-start lg:overflow-y-auto"
        >
          <ul className="border-l border-line-strong sm:max-lg:columns-2">
            {calls.map(({ name, method, path }) => (
              <li key={name} className="break-inside-avoid">
                <a
                  href={`#${name}`}
                  className="flex min-h-11 flex-wrap items-center gap-x-2 px-4 font-mono text-sm no-underline hover:bg-surface hover:text-signal lg:min-h-9"
                >
                  <span className="w-14 shrink-0 font-semibold">{method}</span>
                  <span className="max-w-full break-words">{path}</span>
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <div className="flex min-w-0 flex-col gap-6">
          <SigningIn />
          {calls.map((call) => (
            <CallReference key={call.name} call={call} />
          ))}
        </div>
      </div>
    </Page>
  )
}
