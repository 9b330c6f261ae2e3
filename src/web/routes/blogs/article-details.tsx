import type { Article } from '#domain/content/store-content.ts'

const date = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })

/** Publication date and reading time of an article. */
export function ArticleDetails({
  article: { published, minutes },
  className,
}: {
  article: Pick<Article, 'published' | 'minutes'>
  className?: string
}) {
  return (
    <p className={className}>
      <span className="text-sm text-ink-soft">
        <time dateTime={published}>{date.format(new Date(published))}</time> · {minutes} min read
      </span>
    </p>
  )
}
