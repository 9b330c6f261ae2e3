import { useState } from 'react'
import type { Settings } from '#domain/content/store-settings.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
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
  const move = (at: number, to: number) => {
    const [one, two] = [articles[at], articles[to]]
    if (one === undefined || two === undefined) return
    form.set({ articles: articles.with(at, two).with(to, one) })
    setMoved(`${titleOf(one)} is number ${to + 1} of ${articles.length} now.`)
  }
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
            <span className="flex gap-2">
              <Button
                aria-label={`Move ${titleOf(slug)} up`}
                aria-disabled={at === 0}
                onClick={() => move(at, at - 1)}
              >
                ↑
              </Button>
              <Button
                aria-label={`Move ${titleOf(slug)} down`}
                aria-disabled={at === articles.length - 1}
                onClick={() => move(at, at + 1)}
              >
                ↓
              </Button>
            </span>
          </li>
        ))}
      </ol>
      <p role="status" className="sr-only">
        {moved}
      </p>
    </SectionFrame>
  )
}
