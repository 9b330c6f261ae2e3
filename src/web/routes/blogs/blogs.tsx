import { Link } from 'react-router'
import { Page } from '../../components/page.tsx'
import { PageHeading } from '../../components/page-heading.tsx'
import { scriptsLater } from '../../later-scripts.ts'
import { publicMeta } from '../../public-meta.ts'
import type { Route } from './+types/blogs'
import { articles } from './articles.ts'
import { ArticleFacts } from './article-facts.tsx'
import { InlineCode } from './inline-code.tsx'

export const handle = scriptsLater

export const meta: Route.MetaFunction = (args) =>
  publicMeta(args, {
    title: 'Blogs · Driveline',
    description:
      'Five questions from web development, answered with code: performance, state, prototypes, unit tests and searching an array by name.',
  })

/** What the list shows; the articles themselves stay on the server. */
export function loader() {
  return articles.map(({ slug, title, question, summary, published, minutes }) => ({
    slug,
    title,
    question,
    summary,
    published,
    minutes,
  }))
}

export default function Blogs({ loaderData }: Route.ComponentProps) {
  return (
    <Page>
      <PageHeading
        eyebrow="Questions and answers"
        title="Blogs"
        lead="What we learned building this store’s website, written down the way we would explain it across the counter."
      />
      <ol className="border-t border-line-strong">
        {loaderData.map((article, at) => (
          <li key={article.slug} className="border-b border-line">
            <article className="relative grid gap-x-8 gap-y-3 py-7 hover:bg-surface sm:grid-cols-[4.5rem_minmax(0,1fr)] sm:py-9 lg:grid-cols-[4.5rem_minmax(0,1fr)_14rem]">
              <p aria-hidden="true" className="font-mono text-ink-soft sm:pt-1.5 sm:pl-4">
                Q{at + 1}
              </p>
              <div className="max-w-3xl">
                <h2 className="text-2xl sm:text-3xl">
                  {/* The whole row can be pressed. */}
                  <Link
                    to={`/blogs/${article.slug}`}
                    prefetch="intent"
                    className="no-underline after:absolute after:inset-0 hover:text-signal"
                  >
                    {article.question}
                  </Link>
                </h2>
                <p className="mt-3 text-ink-soft">
                  <InlineCode text={article.summary} />
                </p>
              </div>
              <ArticleFacts
                article={article}
                className="sm:col-start-2 lg:col-start-auto lg:pt-2 lg:pr-4 lg:text-right"
              />
            </article>
          </li>
        ))}
      </ol>
    </Page>
  )
}
