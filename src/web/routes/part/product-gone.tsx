import { listingSlug } from '#domain/products/listing-slug.ts'
import * as paths from '#paths.ts'
import { PageHeading } from '../../layout/page-heading.tsx'
import { Page } from '../../layout/page.tsx'
import { ProductSearchForm } from '../../layout/product-search-form.tsx'
import { useStore } from '../../layout/use-settings.ts'
import { LinkButton } from '../../ui/button.tsx'

/** The page of a deleted part: what it was, and links to find another. */
export function ProductGone({
  product: { name, category },
}: {
  product: { name: string; category: string }
}) {
  const store = useStore()
  return (
    <Page>
      <title>{`No longer sold: ${name} · ${store.name}`}</title>
      <PageHeading
        eyebrow="No longer sold"
        title={name}
        lead="We no longer sell this part. Search for another, or browse what else we have."
      />
      <ProductSearchForm name="Another part" className="mb-6 max-w-md" />
      <div className="flex flex-wrap gap-3">
        {category && (
          <LinkButton variant="primary" to={paths.listing('category', listingSlug(category))}>
            Browse {category}
          </LinkButton>
        )}
        <LinkButton to={paths.parts}>Browse all parts</LinkButton>
        <LinkButton to={paths.contact}>Contact us</LinkButton>
      </div>
    </Page>
  )
}
