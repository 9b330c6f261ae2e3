import { useState } from 'react'
import { replace, useNavigate, useRevalidator } from 'react-router'
import { showOrderRecord } from '#contract/orders.ts'
import { showPurchase } from '#contract/purchases.ts'
import { showReturnable } from '#contract/returns.ts'
import type { OrderRecord } from '#domain/orders/order-record.ts'
import type { Returnable } from '#domain/returns/return.ts'
import type { ShownPurchase } from '#domain/returns/shown-purchase.ts'
import * as paths from '#paths.ts'
import { api, ApiProblem } from '../../api-client/api-client.ts'
import { signedInLoader } from '../../api-client/protected-loader.ts'
import { DeleteOrder } from '../../components/order-card/delete-order.tsx'
import { NextStep } from '../../components/order-card/next-step.tsx'
import { OrderActions } from '../../components/order-card/order-actions.tsx'
import { PrintedLetterhead } from '../../components/printed-letterhead.tsx'
import { errorBoundary } from '../../layout/load-problem.tsx'
import { PageHeading } from '../../layout/page-heading.tsx'
import { metaWithTitle } from '../../layout/public-meta.ts'
import { useSession } from '../../session/session.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import type { Route } from './+types/order'
import { AdminActions } from './admin-actions.tsx'
import { CancelParts } from './cancel-parts.tsx'
import { OrderDesk, ShipTogether } from './order-desk.tsx'
import { OrderFacts } from './order-facts.tsx'
import { OrderTimeline } from './order-timeline.tsx'
import { OrderedParts } from './ordered-parts.tsx'
import { PaymentNotices } from './payment-notices.tsx'
import { canReturn, type Returned, ReturnParts, useReturnText } from './return-parts.tsx'
import { ReturnsCard } from './returns-card.tsx'
import { ParcelButtons } from './ship-buttons.tsx'

const OWN_LIST = { to: paths.myOrders, label: 'My Orders' }
const ADMIN_LIST = { to: paths.manageOrders, label: 'Manage All Orders' }

// No data when it failed to load.
export const meta = (args: Route.MetaArgs) =>
  metaWithTitle(args.loaderData ? `Order ${args.loaderData.purchase.number}` : 'Order')(args)

export const clientLoader = signedInLoader(async ({ params }: Route.ClientLoaderArgs, { user, role }) => {
  const [purchase, record] = await Promise.all([
    api(showPurchase, { params }),
    role === 'admin' ? loadRecord(params) : null,
  ])
  // One address for the order, whichever of its parts was asked for.
  if (purchase._id !== params.id) throw replace(paths.order(purchase._id))
  // What can be sent back has been shipped. Without it the page is complete but for two buttons.
  const returnable =
    purchase.shipments.length > 0 ? await api(showReturnable, { params }).catch(() => null) : null
  return { purchase, record, returnable, isOwn: purchase.email === user.email }
})

/** Null for a person who was an admin until a moment ago. */
async function loadRecord(params: { id: string }): Promise<OrderRecord | null> {
  try {
    return await api(showOrderRecord, { params })
  } catch (error) {
    if (error instanceof ApiProblem && error.status === 403) return null
    throw error
  }
}

export const ErrorBoundary = errorBoundary('Order', OWN_LIST)

/**
 * An order of one or more parts, for its customer and for admins. Printed, it is the receipt of a paid order.
 */
export default function OrderPage({ loaderData }: Route.ComponentProps) {
  return <OrderOf key={loaderData.purchase._id} {...loaderData} />
}

type Loaded = {
  purchase: ShownPurchase
  record: OrderRecord | null
  returnable: Returnable | null
  isOwn: boolean
}

function OrderOf({ purchase, record, returnable, isOwn }: Loaded) {
  const { role } = useSession()
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  const [deleting, setDeleting] = useState(false)
  const [returning, setReturning] = useState<Returned | null>(null)
  const returns = useReturnText(returnable)
  const list = isOwn ? OWN_LIST : ADMIN_LIST
  return (
    <>
      <PrintedLetterhead paper={purchase.paid ? 'Receipt' : 'Order'} />
      <PageHeading
        compact
        title={
          <>
            <span className="text-ink-soft">Order</span> {purchase.number}
          </>
        }
        actions={
          <>
            {isOwn && <OrderActions purchase={purchase} size="md" onDelete={() => setDeleting(true)} />}
            {isOwn && role !== 'admin' && purchase.packingAt === undefined && (
              <CancelParts purchase={purchase} isOwn />
            )}
            {role === 'admin' && <AdminActions purchase={purchase} isOwn={isOwn} />}
            {returnable && (
              <ReturnParts
                purchase={purchase}
                returnable={returnable}
                forCustomer={role === 'admin' && !isOwn}
                opened={returning}
                onOpen={setReturning}
              />
            )}
            <Button onClick={() => print()}>{purchase.paid ? 'Print receipt' : 'Print'}</Button>
          </>
        }
      />
      {role === 'admin' && <PaymentNotices purchase={purchase} />}
      {record && <ShipTogether orders={record.together} />}
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 md:grid-cols-[minmax(0,7fr)_minmax(0,5fr)] print:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
        <OrderedParts purchase={purchase} />
        <Card className="print:shadow-none md:row-span-2">
          <h2 className="mb-3 text-2xl">Progress</h2>
          <OrderTimeline
            purchase={purchase}
            ofParcel={(at) => role === 'admin' && <ParcelButtons purchase={purchase} at={at} />}
          />
          {isOwn && (
            <div className="mt-4 border-t border-line pt-4 print:hidden">
              <NextStep
                purchase={purchase}
                returns={returns}
                onReturn={returnable !== null && canReturn(returnable) && (() => setReturning('parts'))}
              />
            </div>
          )}
        </Card>
        <OrderFacts purchase={purchase} />
        <ReturnsCard purchase={purchase} isAdmin={role === 'admin'} />
        {record && <OrderDesk purchase={purchase} record={record} />}
      </div>
      <p className="mt-6">
        <LinkButton variant="ghost" className="-ml-5" to={list.to}>
          ← {list.label}
        </LinkButton>
      </p>
      {deleting && (
        <DeleteOrder
          purchase={purchase}
          onKeep={() => setDeleting(false)}
          onChanged={(isDeleted) => {
            setDeleting(false)
            void (isDeleted ? navigate(OWN_LIST.to) : revalidate())
          }}
        />
      )}
    </>
  )
}
