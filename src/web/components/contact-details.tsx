import type { ReactNode } from 'react'
import type { StoreContent } from '#domain/content/store-content.ts'
import { telHref } from '#domain/content/tel-href.ts'

type Contact = StoreContent['contact'] & { company: string; since: number | undefined }

/** The contact details that the store has configured. Two of a kind may have one text. */
export function ContactDetails({ contact }: { contact: Contact }) {
  const { company, since, address, phones, emails, hours, timeZone } = contact
  return (
    <div className="flex flex-col gap-8">
      {phones.length > 0 && (
        <Fact heading="Call">
          {phones.map(({ label, ...phone }, at) => (
            <p key={at} className="flex flex-wrap items-baseline justify-between gap-x-4">
              <span className="text-ink-soft">{label}</span>
              <a
                href={telHref(phone)}
                className="inline-flex min-h-11 items-center font-display text-2xl font-semibold tabular-nums no-underline hover:text-signal"
              >
                {phone.number}
              </a>
            </p>
          ))}
        </Fact>
      )}
      {hours.length > 0 && (
        <Fact heading="Opening hours">
          <dl>
            {hours.map((stretch, at) => (
              <div key={at} className="flex flex-wrap justify-between gap-x-4 py-1">
                <dt className="text-ink-soft">{stretch.days}</dt>
                <dd className="tabular-nums">{stretch.hours}</dd>
              </div>
            ))}
          </dl>
          {timeZone && <p className="mt-1 text-sm text-ink-soft">{timeZone}</p>}
        </Fact>
      )}
      {address.length > 0 && (
        <Fact heading="Visit">
          <address className="not-italic">
            <span className="block font-semibold">{company}</span>
            {address.map((line, at) => (
              <span key={at} className="block">
                {line}
              </span>
            ))}
          </address>
          {since !== undefined && <p className="mt-1 text-sm text-ink-soft">Here since {since}.</p>}
        </Fact>
      )}
      {emails.length > 0 && (
        <Fact heading="Email">
          {emails.map(({ label, address: email }, at) => (
            <p key={at} className="flex flex-wrap items-baseline justify-between gap-x-4">
              <span className="text-ink-soft">{label}</span>
              <a
                href={`mailto:${email}`}
                className="inline-flex min-h-11 items-center underline underline-offset-4 wrap-anywhere hover:text-signal"
              >
                {email}
              </a>
            </p>
          ))}
        </Fact>
      )}
    </div>
  )
}

function Fact({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <section className="border-t border-line-strong pt-4">
      <h2 className="mb-2 text-2xl">{heading}</h2>
      {children}
    </section>
  )
}
