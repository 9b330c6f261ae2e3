import { data, Link } from 'react-router'
import { plainText } from '#domain/content/store-content.ts'
import * as paths from '#paths.ts'
import { Page } from '../../layout/page.tsx'
import { publicMeta } from '../../layout/public-meta.ts'
import { storeContext } from '../../page-context.ts'
import type { RouteHandle } from '../../route-handle.ts'
import { TextLink } from '../../ui/button.tsx'
import type { Route } from './+types/article-page'
import { ArticleDetails } from './article-details.tsx'
import { ArticleSections } from './article-sections.tsx'
import { TextPieces } from './text-pieces.tsx'

export const handle = { hydrate: 'on-interaction', query: [] } satisfies RouteHandle

export const meta: Route.MetaFunction = (args) => {
  const { article, author } = args.loaderData
  const { title, published } = article
  const description = plainText(article.summary)
  return publicMeta(args, {
    title,
    description,
    kind: 'article',
    about: (origin) => ({
      '@type': 'Article',
      headline: title,
      description,
      datePublished: published,
      author: { '@type': 'Organization', name: author, url: origin },
    }),
  })
}

export function loader({ context, params }: Route.LoaderArgs) {
  const { articles, name } = context.get(storeContext).content
  const at = articles.findIndex(({ slug }) => slug === params.slug)
  const article = articles[at]
  if (!article) throw data(null, { status: 404 })
  const next = articles[(at + 1) % articles.length]
  return {
    article,
    author: name,
    next: next && next !== article && { slug: next.slug, question: next.question },
  }
}

export default function ArticlePage({ loaderData: { article, next } }: Route.ComponentProps) {
  return (
    <Page>
      <article className="grid gap-x-16 lg:grid-cols-[minmax(0,46rem)_minmax(0,1fr)]">
        <header>
          <TextLink to={paths.blogs}>All blogs</TextLink>
          <p className="eyebrow mt-3">{article.question}</p>
          <h1 className="mt-3 text-4xl sm:text-6xl">{article.title}</h1>
          <ArticleDetails article={article} className="mt-4" />
          <p className="mt-6 border-l-4 border-signal pl-5 text-lg sm:text-xl">
            <TextPieces pieces={article.summary} />
          </p>
        </header>
        <nav
          aria-label="In this article"
          className="mt-8 lg:sticky lg:top-8 lg:col-start-2 lg:row-span-2 lg:row-start-1 lg:mt-16 lg:self-start"
        >
          <h2 className="text-lg text-ink-soft">In this article</h2>
          <ul className="mt-2 border-l border-line-strong">
            {article.sections.map(({ heading }, section) => (
              <li key={heading}>
                <a
                  href={`#part-${section + 1}`}
                  className="flex min-h-11 items-center py-1 pl-4 leading-snug no-underline hover:text-signal hover:underline"
                >
                  {heading}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <ArticleSections sections={article.sections} />
      </article>
      {next && (
        <p className="mt-12 max-w-[46rem] border-t border-line-strong pt-6">
          <span className="eyebrow">Next question</span>
          <Link
            to={paths.article(next.slug)}
            prefetch="intent"
            className="mt-2 block min-h-11 font-display text-2xl font-semibold no-underline hover:text-signal"
          >
            {next.question}
          </Link>
        </p>
      )}
    </Page>
  )
}
