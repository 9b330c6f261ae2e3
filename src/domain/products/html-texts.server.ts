import { type Outcome, refusedField } from '../shared/outcome.ts'
import { hasTags, textOfHtml } from '../shared/text-of-html.server.ts'
import type { ProductValues } from './product.ts'

/** The texts of a product that other systems give as HTML. */
export const PLAIN_TEXTS = ['name', 'about', 'brand', 'category'] as const
type Texts = Partial<Pick<ProductValues, (typeof PLAIN_TEXTS)[number]>>

/**
 * The values with texts instead of HTML, as textOfHtml reads it. Only the description has several lines.
 * @param stored texts that the product has already: their character references are not decoded again.
 */
export function withoutHtml<V extends Texts>(values: V, stored: Texts = {}): V {
  const texts: Texts = {}
  for (const field of PLAIN_TEXTS) {
    const html = values[field]
    if (html === undefined || isPlain(html, stored[field])) continue
    const text = textOfHtml(html)
    if (text !== html) texts[field] = field === 'about' ? text.trim() : text.split(/\s+/).join(' ').trim()
  }
  return { ...values, ...texts }
}

/** Whether this is a text that the product has already, and not one with tags from before HTML was read. */
export const isPlain = (text: string, stored: string | undefined) => text === stored && !hasTags(text)

/** The refusal for a required text of which HTML leaves nothing, or null. */
export function blankText({ name, about }: Pick<ProductValues, 'name' | 'about'>): Outcome<never> | null {
  if (name === '') return refusedField('name', 'invalid_input', 'Product Name is Required', 'required')
  if (about === '')
    return refusedField('about', 'invalid_input', 'Product Description is Required', 'required')
  return null
}
