import { showDocument } from '#contract/documents.ts'
import { DOCUMENT_NAMES } from '#domain/documents/document.ts'
import { formatDay } from '#domain/shared/day.ts'
import { dayOf } from '#domain/shared/shop-days.ts'
import * as paths from '#paths.ts'
import { api } from '../../api-client/api-client.ts'
import { signedInLoader } from '../../api-client/protected-loader.ts'
import { DetailList } from '../../components/detail-list/detail-list.tsx'
import { errorBoundary } from '../../layout/load-problem.tsx'
import { Logo } from '../../layout/logo.tsx'
import { PageHeading } from '../../layout/page-heading.tsx'
import { metaWithTitle } from '../../layout/public-meta.ts'
import { useSettings } from '../../layout/use-settings.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import type { Route } from './+types/document'
import { DocumentLines } from './document-lines.tsx'

// No data when it failed to load.
export const meta = (args: Route.MetaArgs) =>
  metaWithTitle(args.loaderData ? titleOf(args.loaderData) : 'Invoice', {
    name: 'robots',
    content: 'noindex',
  })(args)

export const clientLoader = signedInLoader(({ params }: Route.ClientLoaderArgs) =>
  api(showDocument, { params }),
)

export const ErrorBoundary = errorBoundary('Invoice', { to: paths.myOrders, label: 'My Orders' })

const titleOf = ({ kind, number }: Route.ComponentProps['loaderData']) => `${DOCUMENT_NAMES[kind]} ${number}`

/** An invoice or a credit note, for its customer and for admins. Made for paper: A4 and Letter. */
export default function DocumentPage({ loaderData: document }: Route.ComponentProps) {
  const { kind, number, purchaseId, purchaseNumber, seller, buyer, issuedAt } = document
  const { timeZone } = useSettings()
  return (
    <>
      <Logo className="mb-4 hidden h-9 print:block" />
      <PageHeading
        compact
        title={
          <>
            <span className="text-ink-soft">{DOCUMENT_NAMES[kind]}</span> {number}
          </>
        }
        actions={
          <div className="flex flex-wrap gap-3 print:hidden">
            <Button variant="primary" onClick={() => print()}>
              Print
            </Button>
            <LinkButton to={paths.order(purchaseId)}>Order {purchaseNumber}</LinkButton>
          </div>
        }
      />
      <Card className="flex flex-col gap-6 print:border-0 print:bg-transparent print:p-0 print:shadow-none">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-6 sm:grid-cols-[repeat(3,minmax(0,1fr))] print:grid-cols-[repeat(3,minmax(0,1fr))]">
          <Party heading="From" name={seller.name} lines={seller.address}>
            {seller.taxNumber && `Tax number: ${seller.taxNumber}`}
          </Party>
          <Party heading="To" name={buyer.name} lines={buyer.address.split('\n')}>
            {buyer.email}
          </Party>
          <DetailList
            className="self-start"
            details={[
              // The day of the store, whose year the number has.
              { name: 'Date', value: formatDay(dayOf(new Date(issuedAt), timeZone)) },
              { name: 'Order', value: purchaseNumber },
            ]}
          />
        </div>
        <DocumentLines document={document} />
      </Card>
    </>
  )
}

/** One of the two whom the document is between. */
function Party({
  heading,
  name,
  lines,
  children,
}: {
  heading: string
  name: string
  lines: readonly string[]
  children?: string | undefined
}) {
  return (
    <section aria-labelledby={`document-${heading}`} className="wrap-anywhere">
      <h2 id={`document-${heading}`} className="mb-1 text-xl">
        {heading}
      </h2>
      <p className="font-semibold">{name}</p>
      <p className="whitespace-pre-line">{lines.join('\n')}</p>
      {children && <p>{children}</p>}
    </section>
  )
}
