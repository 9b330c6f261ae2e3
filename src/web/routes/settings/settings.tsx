import { Link } from 'react-router'
import { showSettings } from '#contract/settings.ts'
import { SECTIONS } from '#domain/content/store-settings.ts'
import * as paths from '#paths.ts'
import { api } from '../../api-client/api-client.ts'
import { adminLoader } from '../../api-client/protected-loader.ts'
import { errorBoundary } from '../../layout/load-problem.tsx'
import { PageHeading } from '../../layout/page-heading.tsx'
import { metaWithTitle } from '../../layout/public-meta.ts'
import type { Route } from './+types/settings'
import { ArticlesForm } from './articles-form.tsx'
import { FactsForm } from './facts-form.tsx'
import { FooterForm } from './footer-form.tsx'
import { HoursForm } from './hours-form.tsx'
import { ReturnsForm } from './returns-form.tsx'
import { SECTION_TITLES } from './section-titles.ts'

const TITLE = 'Settings'

export const meta = metaWithTitle(TITLE)

export const clientLoader = adminLoader(async ({ params }: Route.ClientLoaderArgs) => ({
  // The address may be typed.
  section: SECTIONS.find((name) => name === params.section) ?? 'facts',
  settings: await api(showSettings),
}))

export const ErrorBoundary = errorBoundary(TITLE)

export default function Settings({ loaderData: { section, settings } }: Route.ComponentProps) {
  return (
    <>
      <PageHeading
        compact
        title={TITLE}
        lead="What the store says about itself: on its pages, in emails and on packing slips."
      />
      <nav aria-label="Settings" className="mb-8 flex flex-wrap gap-x-1 border-b border-line">
        {SECTIONS.map((name) => (
          <Link
            key={name}
            to={paths.settings(name)}
            aria-current={name === section ? 'page' : undefined}
            className="-mb-px flex min-h-11 items-center border-b-3 border-transparent px-3 font-semibold text-ink-soft no-underline hover:text-ink aria-[current]:border-signal aria-[current]:text-ink"
          >
            {SECTION_TITLES[name]}
          </Link>
        ))}
      </nav>
      {section === 'facts' && <FactsForm stored={settings.facts} />}
      {section === 'hours' && <HoursForm stored={settings.hours} />}
      {section === 'returns' && <ReturnsForm stored={settings.returns} />}
      {section === 'footer' && <FooterForm stored={settings.footer} />}
      {section === 'articles' && <ArticlesForm stored={settings.articles} titles={settings.articleTitles} />}
    </>
  )
}
