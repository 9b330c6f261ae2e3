import type { BreadcrumbList } from 'schema-dts'
import { TextLink } from '../ui/button.tsx'
import { classNames } from '../ui/class-names.ts'

/** A page above this one, or this page itself, which comes last. */
export type Crumb = { name: string; path: string }

/**
 * The page's location in the store. The last crumb is the page itself, without a link; on a phone its heading
 * is enough.
 */
export function Breadcrumb({ trail }: { trail: readonly Crumb[] }) {
  return (
    <nav aria-label="Breadcrumb" className="-mx-2 mb-1">
      <ol className="flex flex-wrap text-sm text-ink-soft">
        {trail.map(({ name, path }, at) =>
          at < trail.length - 1 ? (
            <li key={path} className={classNames('flex min-w-0 items-center', at > 0 && SEPARATOR_CLASS)}>
              <TextLink to={path} className="min-w-11 px-2">
                {name}
              </TextLink>
            </li>
          ) : (
            <li key={path} className={classNames('hidden min-w-0 items-center sm:flex', SEPARATOR_CLASS)}>
              <span aria-current="page" className="truncate px-2">
                {name}
              </span>
            </li>
          ),
        )}
      </ol>
    </nav>
  )
}

/** The separator, hidden from screen readers. */
const SEPARATOR_CLASS = "before:content-['›'_/_'']"

/** The breadcrumb as structured data. Source: https://schema.org/BreadcrumbList */
export function breadcrumbJsonLd(trail: readonly Crumb[], origin: string): BreadcrumbList {
  return {
    '@type': 'BreadcrumbList',
    itemListElement: trail.map(({ name, path }, at) => ({
      '@type': 'ListItem',
      position: at + 1,
      name,
      item: origin + path,
    })),
  }
}
