import { Link } from 'react-router'
import { formatCount } from '#domain/shared/format-count.ts'
import { Breadcrumb } from '../../layout/breadcrumb.tsx'
import { Page } from '../../layout/page.tsx'
import { PageHeading } from '../../layout/page-heading.tsx'
import { LinkButton } from '../../ui/button.tsx'
import { GroupLinks } from '../../components/listing/group-links.tsx'
import { ListedParts } from '../../components/listing/listed-parts.tsx'
import type { LoadedListing } from './load-listing.server.ts'

/** Brands of a category, or categories of a brand, that are linked. */
const GROUPS = 24

/** The parts of one category or brand. */
export function Listing({ listing }: { listing: LoadedListing }) {
  const { kind, name, total, others } = listing
  const groups = listing.groups.slice(0, GROUPS)
  const search = { [kind]: name }
  return (
    <Page className="sm:pt-6">
      <Breadcrumb trail={listing.trail} />
      <PageHeading
        title={name}
        lead={`${formatCount(total)} ${total === 1 ? 'part' : 'parts'} on sale.`}
        actions={<LinkButton to={`/parts?${new URLSearchParams(search)}`}>Search and filter</LinkButton>}
      />
      {groups.length > 1 && (
        <GroupLinks
          label={kind === 'category' ? `Brands of ${name}` : `Categories of ${name}`}
          groups={groups.map((group) => ({
            ...group,
            path: `/parts?${new URLSearchParams({ ...search, [kind === 'category' ? 'brand' : 'category']: group.name })}`,
          }))}
        />
      )}
      <ListedParts listing={listing} />
      {others.length > 0 && (
        <p className="mt-8">
          Also listed as{' '}
          {others.map((other, at) => (
            <span key={other.name}>
              {at > 0 && ', '}
              <Link to={other.path} className="underline underline-offset-4">
                {other.name}
              </Link>
            </span>
          ))}
        </p>
      )}
    </Page>
  )
}
