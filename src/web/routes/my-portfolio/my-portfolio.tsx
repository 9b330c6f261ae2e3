import type { ReactNode } from 'react'
import { data } from 'react-router'
import { telHref } from '#domain/content/tel-href.ts'
import { Page } from '../../layout/page.tsx'
import { publicMeta } from '../../layout/public-meta.ts'
import { storeContext } from '../../page-context.ts'
import type { RouteHandle } from '../../route-handle.ts'
import type { Route } from './+types/my-portfolio'
import { ProjectCard } from './project-card.tsx'

export const handle = { sitemap: true, hydrate: 'on-interaction', query: [] } satisfies RouteHandle

export const meta: Route.MetaFunction = (args) => {
  const { name, role, intro } = args.loaderData
  return publicMeta(args, { title: `My Portfolio: ${name}, ${role}`, description: intro })
}

/** @throws a 404 when the store has no portfolio. */
export function loader({ context }: Route.LoaderArgs) {
  const { portfolio } = context.get(storeContext).content
  if (!portfolio) throw data(null, { status: 404 })
  return portfolio
}

export default function MyPortfolio({ loaderData }: Route.ComponentProps) {
  const { name, role, intro, contact, education, skills, projects } = loaderData
  return (
    <Page>
      <header className="grid grid-cols-[minmax(0,1fr)] gap-8 wrap-anywhere lg:grid-cols-[minmax(0,1fr)_22rem] lg:gap-16">
        <div>
          <p className="eyebrow">My Portfolio</p>
          <h1 className="mt-3 text-5xl sm:text-7xl">{name}</h1>
          <p className="mt-2 font-display text-2xl text-ink-soft sm:text-3xl">{role}</p>
          <p className="mt-5 max-w-prose text-lg">{intro}</p>
        </div>
        <section
          aria-labelledby="portfolio-contact"
          className="relative crop-marks self-start bg-surface p-6"
        >
          <h2 id="portfolio-contact" className="text-2xl">
            Contact
          </h2>
          <ul className="mt-2">
            {contact.email && (
              <li>
                <a href={`mailto:${contact.email}`} className={CONTACT_LINK_CLASS}>
                  {contact.email}
                </a>
              </li>
            )}
            {contact.phone && (
              <li>
                <a href={telHref({ number: contact.phone })} className={CONTACT_LINK_CLASS}>
                  {contact.phone}
                </a>
              </li>
            )}
            {contact.location && <li className="flex min-h-11 items-center">{contact.location}</li>}
            <li className="flex flex-wrap gap-x-5">
              {contact.links.map(({ label, href }) => (
                <a key={href} href={href} className={CONTACT_LINK_CLASS}>
                  {label}
                </a>
              ))}
            </li>
          </ul>
        </section>
      </header>
      {skills.length > 0 && (
        <Section id="skills" title="Skills">
          <div className="mt-5 grid gap-x-10 gap-y-6 sm:grid-cols-2 lg:grid-cols-4">
            {skills.map((group) => (
              <div key={group.heading} className="border-t border-line-strong pt-4">
                <h3 className="text-xl">{group.heading}</h3>
                <ul className="mt-3 space-y-1.5">
                  {group.skills.map((skill) => (
                    <li key={skill}>{skill}</li>
                  ))}
                </ul>
              </div>
            ))}
          </div>
        </Section>
      )}
      {projects.length > 0 && (
        <Section id="projects" title="Projects">
          <ul className="mt-5 grid gap-5 md:grid-cols-2">
            {projects.map((project, at) => (
              <li key={project.name}>
                <ProjectCard project={project} number={at + 1} />
              </li>
            ))}
          </ul>
        </Section>
      )}
      {education.length > 0 && (
        <Section id="education" title="Education">
          <ul className="mt-5 border-t border-line-strong">
            {education.map(({ degree, school, years }) => (
              <li
                key={degree}
                className="grid gap-x-6 border-b border-line py-4 sm:grid-cols-[10rem_minmax(0,1fr)]"
              >
                <span className="text-ink-soft tabular-nums">{years}</span>
                <span>
                  <span className="font-semibold">{degree}</span>, {school}
                </span>
              </li>
            ))}
          </ul>
        </Section>
      )}
    </Page>
  )
}

function Section({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section aria-labelledby={id} className="mt-16">
      <h2 id={id} className="text-3xl sm:text-4xl">
        {title}
      </h2>
      {children}
    </section>
  )
}

const CONTACT_LINK_CLASS =
  'inline-flex min-h-11 min-w-11 items-center underline underline-offset-4 hover:text-signal'
