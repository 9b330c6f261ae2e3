import { Form } from 'react-router'
import { findListedProducts } from '#domain/search/find-listed-products.server.ts'
import { MAX_LIST_LINES, MAX_LIST_LENGTH } from '#domain/search/number-list.ts'
import { productTags } from '#domain/shared/cache-tags.ts'
import { formatCountOf } from '#domain/shared/format-count.ts'
import { formatUsd } from '#domain/shared/money.ts'
import * as paths from '#paths.ts'
import { AddToCart } from '../../components/cart/add-to-cart.tsx'
import { useCardFits } from '../../components/fit/use-fits.ts'
import { productCardView } from '../../components/product-card/product-card-view.ts'
import { PageHeading } from '../../layout/page-heading.tsx'
import { Page } from '../../layout/page.tsx'
import { publicMeta } from '../../layout/public-meta.ts'
import { limitSearches } from '../../limit-searches.server.ts'
import { cacheTagsContext, shopFrom } from '../../page-context.ts'
import type { RouteHandle } from '../../route-handle.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { TextArea } from '../../ui/field.tsx'
import type { Route } from './+types/number-list'
import { ListedLine } from './listed-line.tsx'
import { orderableParts, orderableTotal } from './orderable-total.ts'

export const handle = { sitemap: true, hydrate: 'on-interaction' } satisfies RouteHandle

export const meta: Route.MetaFunction = (args) =>
  publicMeta(args, {
    title: 'Part Number List',
    description: 'Paste a list of part numbers with quantities to see the price and stock of each.',
  })

export async function loader({ context, request }: Route.LoaderArgs) {
  const list = (new URL(request.url).searchParams.get('list') ?? '').slice(0, MAX_LIST_LENGTH + 1)
  const shop = shopFrom(context)
  if (list !== '') await limitSearches(context, 'search')
  const { lines, isCut } = await findListedProducts(shop, list)
  context.set(cacheTagsContext, productTags(lines.flatMap(({ parts }) => parts.map(({ _id }) => _id))))
  return {
    list: list.slice(0, MAX_LIST_LENGTH),
    isCut,
    lines: lines.map(({ parts, ...line }) => ({
      ...line,
      parts: parts.map(({ matched, ...product }) => ({
        ...productCardView(product),
        available: product.available,
        matched,
      })),
    })),
  }
}

export { limitHeaders as headers } from '../../limit-searches.server.ts'

/** Price and stock of each part of a pasted list: a GET form, so that a list can be bookmarked and shared. */
export default function NumberList({ loaderData: { list, lines, isCut } }: Route.ComponentProps) {
  const fits = useCardFits(lines.flatMap(({ parts }) => parts))
  const found = lines.filter(({ parts }) => parts.length > 0).length
  const orderable = orderableParts(lines)
  const result = `${found} of ${formatCountOf(lines.length, 'number')} found`
  return (
    <Page>
      <PageHeading
        title="Part Number List"
        lead="Paste part numbers from an estimate, an email or a spreadsheet to see the price and stock of each."
      />
      <Form action={paths.partList} autoComplete="off" aria-label="Part numbers" className="max-w-3xl">
        <TextArea
          key={list}
          label="Part numbers, one per line"
          hint="Add a quantity if you need more than one: AB-1042 x 4"
          name="list"
          rows={6}
          maxLength={MAX_LIST_LENGTH}
          spellCheck={false}
          className="font-mono"
          defaultValue={list}
        />
        <Button type="submit" variant="primary" className="mt-4">
          Find parts
        </Button>
      </Form>
      <p role="status" className="sr-only">
        {lines.length > 0 && result}
      </p>
      {isCut && (
        <Alert className="mt-6 max-w-3xl" title="The list is too long">
          Only the first {MAX_LIST_LINES} lines are shown. Look up the others separately.
        </Alert>
      )}
      {lines.length > 0 && (
        <section aria-labelledby="found" className="mt-10">
          <h2 id="found" className="text-3xl">
            {result}
          </h2>
          <p className="mt-1 text-ink-soft">
            {formatUsd(orderableTotal(lines))} for what can be ordered now.
          </p>
          {orderable.length > 0 && (
            <AddToCart
              parts={orderable}
              label="Add all that can be ordered"
              variant="primary"
              className="mt-3"
            />
          )}
          <ol className="mt-5 flex flex-col gap-3">
            {lines.map((line, at) => (
              <ListedLine key={`${at} ${line.text}`} line={line} fits={fits} />
            ))}
          </ol>
        </section>
      )}
    </Page>
  )
}
