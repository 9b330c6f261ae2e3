import { Link } from 'react-router'
import * as paths from '#paths.ts'
import { PageHeading } from '../../layout/page-heading.tsx'
import { Page } from '../../layout/page.tsx'
import { publicMeta } from '../../layout/public-meta.ts'
import { storeContext } from '../../page-context.ts'
import type { RouteHandle } from '../../route-handle.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import type { Route } from './+types/blogs'
import { ArticleDetails } from './article-details.tsx'
import { TextPieces } from './text-pieces.tsx'

export const handle = { sitemap: true, hydrate: 'on-interaction', query: [] } satisfies RouteHandle

export const meta: Route.MetaFunction = (args) =>
  publicMeta(args, {
    title: 'Blogs',
    description:
      args.loaderData.description ??
      'Questions about parts and repairs, answered by the people of the store.',
  })

/** Only what the list shows is sent to the browser. */
export function loader({ context }: Route.LoaderArgs) {
  const { articles, blogs } = context.get(storeContext).content
  return {
    ...blogs,
    articles: articles.map(({ title: _title, sections: _sections, ...listed }) => listed),
  }
}

export default function Blogs({ loaderData: { lead, articles } }: Route.ComponentProps) {
  return (
    <Page>
      <PageHeading eyebrow="Questions and answers" title="Blogs" lead={lead} />
      {articles.length === 0 ? (
        <EmptyState title="No articles yet" text="What the store writes shows up here." />
      ) : (
        <ol className="border-t border-line-strong">
          {articles.map((article, at) => (
            <li key={article.slug} className="border-b border-line">
              <article className="relative grid gap-x-8 gap-y-3 py-7 hover:bg-surface sm:grid-cols-[4.5rem_minmax(0,1fr)] sm:py-9 lg:grid-cols-[4.5rem_minmax(0,1fr)_14rem]">
                <p aria-hidden="true" className="font-mono text-ink-soft sm:pt-1.5 sm:pl-4">
                  Q{at + 1}
                </p>
                <div className="max-w-3xl">
                  <h2 className="text-2xl sm:text-3xl">
                    {/* The whole row is a link. */}
                    <Link
                      to={paths.article(article.slug)}
                      prefetch="intent"
                      className="no-underline after:absolute after:inset-0 hover:text-signal"
                    >
                      {article.question}
                    </Link>
                  </h2>
                  <p className="mt-3 text-ink-soft">
                    <TextPieces pieces={article.summary} />
                  </p>
                </div>
                <ArticleDetails
                  article={article}
                  className="sm:col-start-2 lg:col-start-auto lg:pt-2 lg:pr-4 lg:text-right"
                />
              </article>
            </li>
          ))}
        </ol>
      )}
    </Page>
  )
}
