import { sendMessage } from '#contract/contact.ts'
import { ContactDetails } from '../../components/contact-details.tsx'
import { formCall, submitForm } from '../../form-action.server.ts'
import { PageHeading } from '../../layout/page-heading.tsx'
import { Page } from '../../layout/page.tsx'
import { publicMeta } from '../../layout/public-meta.ts'
import { storeContext } from '../../page-context.ts'
import type { RouteHandle } from '../../route-handle.ts'
import type { Route } from './+types/contact-us'
import { ContactForm, SENT } from './contact-form.tsx'

export const handle = { sitemap: true, hydrate: 'after-paint' } satisfies RouteHandle

const DEFAULT_INTRO = 'Have the year, model and engine ready, or the number stamped on the old part.'

export const meta: Route.MetaFunction = (args) =>
  publicMeta(args, {
    title: 'Contact Us',
    description: `${args.loaderData.company}: how to reach us, and a form to write to us about parts and orders.`,
  })

export function loader({ context }: Route.LoaderArgs) {
  const { name, since, contact } = context.get(storeContext).content
  return { ...contact, company: contact.company ?? name, since }
}

export async function action({ context }: Route.ActionArgs) {
  return submitForm(context, {
    '': formCall(sendMessage, { shown: ['name', 'email', 'topic', 'orderNumber', 'message'], next: SENT }),
  })
}
export { refusalHeaders as headers } from '../../form-action.server.ts'

export default function ContactUs({ loaderData, actionData }: Route.ComponentProps) {
  const { intro = DEFAULT_INTRO, answers, phones, emails, hours, address } = loaderData
  const form = <ContactForm answers={answers} refused={actionData} />
  const hasDetails = [phones, emails, hours, address].some((list) => list.length > 0)
  return (
    <Page>
      <PageHeading eyebrow="The counter" title="Contact Us" lead={intro} />
      {hasDetails ? (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-10 wrap-anywhere lg:grid-cols-[minmax(0,1fr)_minmax(0,1.15fr)] lg:gap-16">
          <ContactDetails contact={loaderData} />
          {form}
        </div>
      ) : (
        <div className="max-w-2xl">{form}</div>
      )}
    </Page>
  )
}
