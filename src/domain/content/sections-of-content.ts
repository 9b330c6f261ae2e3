import type { Article, StoreContent } from './store-content.ts'
import type { SectionContents } from './store-settings.ts'

/** The sections of the settings, as this content has them. */
export function sectionsOf(content: StoreContent): SectionContents {
  const { hours, timeZone: note, ...contact } = content.contact
  const { name, since, timeZone, description, shipping, returnDays, returnCondition, footer, articles } =
    content
  return {
    facts: { name, since, timeZone, description, shipping, ...contact },
    hours: { hours, timeZone: note },
    returns: { returnDays, returnCondition },
    footer: { footer },
    articles: { articles: articles.map(({ slug }) => slug) },
  }
}

/** The content with these sections in place of its own. Without a name or time zone it keeps those it has. */
export function withSections(content: StoreContent, sections: Partial<SectionContents>): StoreContent {
  const { facts, hours, returns, footer, articles } = { ...sectionsOf(content), ...sections }
  const { name = content.name, since, timeZone = content.timeZone, description, shipping, ...contact } = facts
  return {
    ...content,
    name,
    since,
    timeZone,
    description,
    shipping,
    contact: { ...contact, ...hours },
    // Each field, since one that the section leaves out is no longer what the files say.
    returnDays: returns.returnDays,
    returnCondition: returns.returnCondition,
    footer: footer.footer,
    articles: inOrder(content.articles, articles.articles),
  }
}

/** The articles in this order; those that it does not name come first, newest first. */
function inOrder(articles: readonly Article[], slugs: readonly string[]): Article[] {
  const places = new Map(slugs.map((slug, place) => [slug, place]))
  const place = ({ slug }: Article) => places.get(slug) ?? -1
  return articles.toSorted((a, b) => place(a) - place(b))
}
