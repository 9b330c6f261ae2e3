import drawing from '../../pictures/not-found.svg?url&no-inline'
import { LinkButton } from '../../ui/button.tsx'
import { useStore } from '../../layout/use-settings.ts'

const messages = {
  page: {
    title: 'There is no such page',
    text: 'Nothing is at this address. It may be mistyped, or the page has moved.',
  },
  part: {
    title: 'No part under this number',
    text: 'The part you asked for is not here. The address may be mistyped, or the part has been taken off the shelf.',
  },
}

/** The 404 page. `what` is the kind of thing that was requested. */
export function NotFoundPage({ what = 'page' }: { what?: keyof typeof messages }) {
  const { title, text } = messages[what]
  const { name } = useStore()
  return (
    <div className="page-column grid grow items-center gap-8 py-10 md:grid-cols-2">
      <title>{`${what === 'part' ? 'Part' : 'Page'} not found · ${name}`}</title>
      <div className="relative crop-marks mx-auto w-full max-w-lg p-4 md:order-2">
        <img src={drawing} alt="" width="640" height="480" className="h-auto w-full" />
      </div>
      <div>
        <p className="part-tag">404</p>
        <h1 className="mt-4 text-5xl sm:text-6xl">{title}</h1>
        <p className="mt-4 max-w-prose text-lg text-ink-soft">{text}</p>
        <div className="mt-6 flex flex-wrap gap-3">
          <LinkButton variant="primary" to="/">
            Go to the home page
          </LinkButton>
          <LinkButton to="/parts">Browse parts</LinkButton>
          <LinkButton to="/contactUs">Ask the counter</LinkButton>
        </div>
      </div>
    </div>
  )
}
