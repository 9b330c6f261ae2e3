import { useState } from 'react'
import type { Settings } from '#domain/content/store-settings.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { RowButtons } from '../../ui/row-buttons.tsx'
import { SectionFrame } from './section-frame.tsx'
import { type Stored, useSection } from './use-section.ts'

/** The order of the articles on the page Blogs. Their texts are files of the store. */
export function ArticlesForm({
  stored,
  titles,
}: {
  stored: Stored<'articles'>
  titles: Settings['articleTitles']
}) {
  const form = useSection('articles', stored, {
    // In the order of the page: with articles that are newer than the stored order, without deleted ones.
    texts: () => ({ articles: titles.map(({ slug }) => slug) }),
    content: ({ articles }) => ({ articles }),
  })
  const [moved, setMoved] = useState('')
  const { articles } = form.values
  const titleOf = (slug: string) => titles.find((one) => one.slug === slug)?.title ?? slug
  if (titles.length === 0)
    return <EmptyState title="No articles yet" text="Articles are files of the folder CONTENT_DIR." />
  return (
    <SectionFrame
      form={form}
      lead="Their order on the page Blogs. The texts themselves are files of the store. A new one comes first."
      preview={
        <ol className="flex list-inside list-decimal flex-col gap-2">
          {articles.map((slug) => (
            <li key={slug}>{titleOf(slug)}</li>
          ))}
        </ol>
      }
    >
      <ol className="flex flex-col gap-2">
        {articles.map((slug, at) => (
          <li
            key={slug}
            className="flex flex-wrap items-center justify-between gap-3 rounded-md border border-line bg-raised py-2 pr-2 pl-4"
          >
            <span className="min-w-0">{titleOf(slug)}</span>
            <RowButtons
              rows={articles}
              at={at}
              called={titleOf(slug)}
              onMove={(order, to) => {
                form.set({ articles: [...order] })
                setMoved(`${titleOf(slug)} is number ${to + 1} of ${articles.length} now.`)
              }}
            />
          </li>
        ))}
      </ol>
      <p role="status" className="sr-only">
        {moved}
      </p>
    </SectionFrame>
  )
}
