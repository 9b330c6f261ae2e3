import { showCustomer } from '#contract/customers.ts'
import { type CustomerDetails, ORDERS_SHOWN } from '#domain/customers/customer.ts'
import { type Purchase, purchaseTitle } from '#domain/orders/purchase.ts'
import { factorText } from '#domain/products/unit.ts'
import { formatCount, formatCountOf } from '#domain/shared/format-count.ts'
import { formatUsd } from '#domain/shared/money.ts'
import * as paths from '#paths.ts'
import { pathWithQuery } from '#paths.ts'
import { api } from '../../api-client/api-client.ts'
import { adminLoader } from '../../api-client/protected-loader.ts'
import { CopyableId } from '../../components/detail-list/copyable-id.tsx'
import { DetailList } from '../../components/detail-list/detail-list.tsx'
import { AdminStatus } from '../../components/order-card/admin-status.tsx'
import { formatLocalDay } from '../../components/order-card/order-dates.ts'
import { errorBoundary } from '../../layout/load-problem.tsx'
import { PageHeading } from '../../layout/page-heading.tsx'
import { metaWithTitle } from '../../layout/public-meta.ts'
import { LinkButton, TextLink } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { StatusPill } from '../../ui/status-pill.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import type { Route } from './+types/customer'
import { AccountState } from './customer-columns.tsx'

const LIST = { to: paths.customers, label: 'Customers' }

// No data when it failed to load.
export const meta = (args: Route.MetaArgs) => metaWithTitle(args.loaderData?.name || 'Customer')(args)

export const clientLoader = adminLoader(({ params }: Route.ClientLoaderArgs) => api(showCustomer, { params }))

export const ErrorBoundary = errorBoundary('Customer', LIST)

/** One customer, for admins: contact, orders with their totals, cars and reviews. */
export default function CustomerPage({ loaderData: customer }: Route.ComponentProps) {
  return (
    <>
      <PageHeading compact title={customer.name || customer.email || 'Customer'} />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 md:grid-cols-2">
        <Contact customer={customer} />
        <Figures customer={customer} />
        <Orders customer={customer} />
        <Cars cars={customer.cars} />
        <Reviews reviews={customer.reviews} />
      </div>
      <p className="mt-6">
        <LinkButton variant="ghost" className="-ml-5" to={LIST.to}>
          ← {LIST.label}
        </LinkButton>
      </p>
    </>
  )
}

function Contact({ customer }: { customer: CustomerDetails }) {
  const { email, phone, address, closedAt, createdAt } = customer
  return (
    <Card as="section" aria-labelledby="customer-contact" className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h2 id="customer-contact" className="text-2xl">
          Contact
        </h2>
        <AccountState customer={customer} />
      </div>
      {closedAt ? (
        <p>
          The account was closed on {formatLocalDay(closedAt)}. The personal data are deleted; the orders stay
          for the books.
        </p>
      ) : (
        email && <CopyableId name="email" id={email} />
      )}
      <DetailList
        details={[
          { name: 'Phone', value: phone },
          { name: 'Address', value: address, className: 'whitespace-pre-line' },
          { name: 'Joined', value: formatLocalDay(createdAt) },
        ]}
      />
    </Card>
  )
}

function Figures({ customer }: { customer: CustomerDetails }) {
  const { orderCount, unpaid, toShip, spent, lastOrderAt } = customer
  return (
    <Card as="section" aria-labelledby="customer-totals" className="flex flex-col gap-4">
      <h2 id="customer-totals" className="text-2xl">
        Totals
      </h2>
      <DetailList
        details={[
          { name: 'Orders', value: formatCount(orderCount) },
          { name: 'Unpaid', value: formatCount(unpaid) },
          { name: 'Pending', value: formatCount(toShip) },
          { name: 'Spent', value: formatUsd(spent) },
          { name: 'Last order', value: lastOrderAt && formatLocalDay(lastOrderAt) },
        ]}
      />
    </Card>
  )
}

function Orders({ customer }: { customer: CustomerDetails }) {
  const { purchases, orderCount, email } = customer
  return (
    <section aria-labelledby="customer-orders" className="flex min-w-0 flex-col gap-3 md:col-span-2">
      <h2 id="customer-orders" className="text-2xl">
        Orders
      </h2>
      {purchases.length === 0 ? (
        <p className="text-ink-soft">No orders yet.</p>
      ) : (
        <Table caption="Orders" columns={orderColumns} rows={purchases} rowKey={({ _id }) => _id} />
      )}
      {orderCount > ORDERS_SHOWN && (
        <p className="text-ink-soft">
          The newest {formatCountOf(purchases.length, 'order')} of {formatCount(orderCount)}.{' '}
          {email && (
            <TextLink to={pathWithQuery(paths.manageOrders, { q: email })}>Show all of them</TextLink>
          )}
        </p>
      )}
    </section>
  )
}

/** "Brake Pads × 2", or "Brake Pads + 2 more". */
function partsText({ lines }: Purchase): string {
  const [line] = lines
  return line && lines.length === 1
    ? `${line.name} × ${factorText(line.quantity, line.unit)}`
    : purchaseTitle({ lines })
}

const orderColumns: readonly Column<Purchase>[] = [
  {
    key: 'number',
    heading: 'Order',
    title: true,
    cell: ({ _id, number }) => (
      <TextLink to={paths.order(_id)} className="whitespace-nowrap hover:text-signal">
        {number}
      </TextLink>
    ),
  },
  {
    key: 'placedAt',
    heading: 'Date',
    className: 'md:whitespace-nowrap',
    cell: ({ placedAt }) => formatLocalDay(placedAt),
  },
  {
    key: 'parts',
    heading: 'Parts',
    cell: (purchase) => (
      <span className="wrap-anywhere" title={purchase.lines.map(({ name }) => name).join('\n')}>
        {partsText(purchase)}
      </span>
    ),
  },
  { key: 'total', heading: 'Total', numeric: true, cell: ({ total }) => formatUsd(total) },
  {
    key: 'status',
    short: true,
    heading: 'Status',
    className: 'max-md:gap-x-2',
    cell: ({ status }) => <AdminStatus status={status} />,
  },
]

function Cars({ cars }: { cars: CustomerDetails['cars'] }) {
  return (
    <Card as="section" aria-labelledby="customer-cars" className="flex flex-col gap-3">
      <h2 id="customer-cars" className="text-2xl">
        Garage
      </h2>
      {cars.length === 0 ? (
        <p className="text-ink-soft">No cars saved.</p>
      ) : (
        <ul className="divide-y divide-line border-y border-line">
          {cars.map(({ _id, name, chosen }) => (
            <li key={_id} className="flex flex-wrap items-center justify-between gap-x-4 py-2">
              {name}
              {chosen && <StatusPill>Shopping for this</StatusPill>}
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

function Reviews({ reviews }: { reviews: CustomerDetails['reviews'] }) {
  return (
    <Card as="section" aria-labelledby="customer-reviews" className="flex flex-col gap-3">
      <h2 id="customer-reviews" className="text-2xl">
        Reviews
      </h2>
      {reviews.length === 0 ? (
        <p className="text-ink-soft">No reviews yet.</p>
      ) : (
        <ul className="divide-y divide-line border-y border-line">
          {reviews.map(({ _id, text, rating, date, hidden }) => (
            <li key={_id} className="flex flex-col gap-1 py-2">
              <p className="flex flex-wrap items-center justify-between gap-x-4 text-sm text-ink-soft">
                <span>
                  {rating} of 5 stars, <time dateTime={date}>{formatLocalDay(date)}</time>
                </span>
                {hidden && <StatusPill>Hidden</StatusPill>}
              </p>
              {text && <p className="whitespace-pre-line wrap-anywhere">{text}</p>}
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
