import { data, type LoaderFunctionArgs } from 'react-router'
import { PageHeading } from '#web/layout/page-heading.tsx'
import { Page } from '#web/layout/page.tsx'
import { metaWithTitle } from '#web/layout/public-meta.ts'
import { settingsContext } from '#web/page-context.ts'
import { ControlSamples } from './control-samples.tsx'
import { DrawingSamples } from './drawing-samples.tsx'
import { FieldSamples } from './field-samples.tsx'
import { ListSamples } from './list-samples.tsx'

export const meta = metaWithTitle('Parts of the interface', { name: 'robots', content: 'noindex' })

/** A page for developers, in demo mode and development only. */
export function loader({ context }: LoaderFunctionArgs) {
  if (!context.get(settingsContext).demo) throw data(null, { status: 404 })
  return null
}

export default function DevUi() {
  return (
    <Page>
      <PageHeading
        eyebrow="For developers"
        title="Parts of the interface"
        lead="Every primitive of src/web/ui in every state. Look here before making a new one."
      />
      <div className="flex flex-col gap-12">
        <DrawingSamples />
        <ControlSamples />
        <FieldSamples />
        <ListSamples />
      </div>
    </Page>
  )
}
