import { Page } from '../../components/page.tsx'
import { PageHeading } from '../../components/page-heading.tsx'
import { scriptsAfterPaint } from '../../later-scripts.ts'
import { publicMeta } from '../../public-meta.ts'
import type { Route } from './+types/contact-us'
import { contactContent } from './contact-content.ts'
import { ContactForm } from './contact-form.tsx'

export const handle = scriptsAfterPaint

export const meta: Route.MetaFunction = (args) =>
  publicMeta(args, {
    title: `${contactContent.title} · Driveline`,
    description: `Address, opening hours and telephone numbers of ${contactContent.company}, and a form to write to us.`,
  })

export default function ContactUs() {
  const { title, intro, company, since, address, phones, emails, hours, timeZone } = contactContent
  return (
    <Page>
      <PageHeading eyebrow="The counter" title={title} lead={intro} />
      <div className="grid gap-10 lg:grid-cols-[minmax(0,1fr)_minmax(0,1.15fr)] lg:gap-16">
        <div className="flex flex-col gap-8">
          <Fact heading="Call">
            {phones.map(({ label, number, href }) => (
              <p key={href} className="flex flex-wrap items-baseline justify-between gap-x-4">
                <span className="text-ink-soft">{label}</span>
                <a
                  href={href}
                  className="inline-flex min-h-11 items-center font-display text-2xl font-semibold tabular-nums no-underline hover:text-signal"
                >
                  {number}
                </a>
              </p>
            ))}
          </Fact>
          <Fact heading="Opening hours">
            <dl>
              {hours.map((stretch) => (
                <div key={stretch.days} className="flex flex-wrap justify-between gap-x-4 py-1">
                  <dt className="text-ink-soft">{stretch.days}</dt>
                  <dd className="tabular-nums">{stretch.hours}</dd>
                </div>
              ))}
            </dl>
            <p className="mt-1 text-sm text-ink-soft">{timeZone}</p>
          </Fact>
          <Fact heading="Visit">
            <address className="not-italic">
              <span className="block font-semibold">{company}</span>
              {address.map((line) => (
                <span key={line} className="block">
                  {line}
                </span>
              ))}
            </address>
            <p className="mt-1 text-sm text-ink-soft">Here since {since}.</p>
          </Fact>
          <Fact heading="Email">
            {emails.map(({ label, address: email }) => (
              <p key={email} className="flex flex-wrap items-baseline justify-between gap-x-4">
                <span className="text-ink-soft">{label}</span>
                <a
                  href={`mailto:${email}`}
                  className="inline-flex min-h-11 items-center underline underline-offset-4 hover:text-signal"
                >
                  {email}
                </a>
              </p>
            ))}
          </Fact>
        </div>
        <ContactForm />
      </div>
    </Page>
  )
}

function Fact({ heading, children }: { heading: string; children: React.ReactNode }) {
  return (
    <section className="border-t border-line-strong pt-4">
      <h2 className="mb-2 text-2xl">{heading}</h2>
      {children}
    </section>
  )
}
