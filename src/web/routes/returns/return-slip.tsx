import { showReturn } from '#contract/returns.ts'
import { factorText, PIECE } from '#domain/products/unit.ts'
import { postageText } from '#domain/returns/postage-text.ts'
import { type ListedReturn, RETURN_REASON_LABELS } from '#domain/returns/return.ts'
import * as paths from '#paths.ts'
import { api } from '../../api-client/api-client.ts'
import { signedInLoader } from '../../api-client/protected-loader.ts'
import { useStoreDay } from '../../components/returns/use-store-day.ts'
import { errorBoundary } from '../../layout/load-problem.tsx'
import { Logo } from '../../layout/logo.tsx'
import { PageHeading } from '../../layout/page-heading.tsx'
import { metaWithTitle } from '../../layout/public-meta.ts'
import { useStore } from '../../layout/use-settings.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button, LinkButton } from '../../ui/button.tsx'
import { QrCode } from '../../ui/qr-code.tsx'
import type { Route } from './+types/return-slip'

// No data when it failed to load.
export const meta = (args: Route.MetaArgs) =>
  metaWithTitle(args.loaderData ? `Return slip ${args.loaderData.number}` : 'Return slip')(args)

export const clientLoader = signedInLoader(({ params }: Route.ClientLoaderArgs) =>
  api(showReturn, { params }),
)

export const ErrorBoundary = errorBoundary('Return slip', { to: paths.myOrders, label: 'My Orders' })

/** Why there is no slip to print. */
const NO_SLIP: Readonly<Record<Exclude<ListedReturn['state'], 'approved'>, string>> = {
  requested: 'We look at this return first. Once it is approved, we email you, and its slip is here.',
  declined: 'This return was declined. Please don’t send the parts.',
  canceled: 'This return was canceled. Please don’t send the parts.',
  received: 'What you sent has arrived.',
}

/** What goes into the parcel of a return: one sheet, A4 or Letter. For its customer and for admins. */
export default function ReturnSlip({ loaderData: found }: Route.ComponentProps) {
  const { state, purchase } = found
  return (
    <>
      <div className="print:hidden">
        <PageHeading
          compact
          title={
            <>
              <span className="text-ink-soft">Return slip</span> {found.number}
            </>
          }
          actions={
            <>
              {state === 'approved' && (
                <Button variant="primary" onClick={() => print()}>
                  Print return slip
                </Button>
              )}
              <LinkButton to={paths.order(purchase._id)}>Order {purchase.number}</LinkButton>
            </>
          }
        />
      </div>
      {state === 'approved' ? <Sheet found={found} /> : <Alert title={NO_SLIP[state]} />}
    </>
  )
}

function Sheet({ found }: { found: ListedReturn }) {
  const { letterhead, name } = useStore()
  const day = useStoreDay()
  const { number, purchase, customer, lines, sendBy } = found
  return (
    <section
      aria-label={`Return slip ${number}`}
      className="rounded-lg border border-line bg-raised p-5 sm:p-8 print:rounded-none print:border-0 print:bg-transparent print:p-0"
    >
      <div className="flex flex-wrap items-start justify-between gap-x-8 gap-y-4 border-b border-line-strong pb-4">
        <div className="min-w-0">
          <Logo className="h-9 max-w-full" />
          <p className="mt-6 font-display text-4xl leading-none font-semibold wrap-anywhere sm:text-6xl print:text-6xl">
            {number}
          </p>
          <p className="mt-4 max-w-prose">
            Put this slip into the parcel
            {sendBy !== undefined && (
              <>
                , and send it by <strong className="whitespace-nowrap">{day(sendBy)}</strong>
              </>
            )}
            . {postageText(lines)}
          </p>
        </div>
        <QrCode
          text={number}
          label={`QR code of ${number}`}
          className="size-36 max-w-full rounded-md border border-line print:border-0"
        />
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6 py-4 sm:grid-cols-2 print:grid-cols-2">
        <div className="wrap-anywhere">
          <h2 className="mb-1 text-xl">Send to</h2>
          <p className="text-lg font-semibold whitespace-pre-line">{letterhead === '' ? name : letterhead}</p>
        </div>
        <div className="wrap-anywhere">
          <h2 className="mb-1 text-xl">From</h2>
          <p className="font-semibold">{customer.name}</p>
          <p>{customer.email}</p>
          <p>Order {purchase.number}</p>
        </div>
      </div>
      <table className="w-full text-left">
        <caption className="sr-only">What is in the parcel</caption>
        <thead className="text-sm text-ink-soft">
          <tr className="border-b border-line-strong">
            {['Part', 'Why'].map((heading) => (
              <th key={heading} scope="col" className="py-1 pr-4 font-semibold">
                {heading}
              </th>
            ))}
            <th scope="col" className="py-1 text-right font-semibold">
              Quantity
            </th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr
              key={`${line.orderId} ${line.core}`}
              className="break-inside-avoid border-b border-line align-top"
            >
              <th scope="row" className="py-2 pr-4 font-semibold wrap-anywhere">
                {line.name}
              </th>
              <td className="py-2 pr-4 wrap-anywhere">{RETURN_REASON_LABELS[line.reason]}</td>
              <td className="py-2 text-right text-xl tabular-nums">
                {factorText(line.quantity, line.core ? PIECE : line.unit)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
