import type { ReactNode } from 'react'
import type { Document, DocumentLine } from '#domain/documents/document.ts'
import { formatUsd, roundToCents } from '#domain/shared/money.ts'
import { classNames } from '../../ui/class-names.ts'

const WIDE = 'hidden sm:table-cell print:table-cell'
const NOT_TINY = 'max-xs:hidden print:table-cell'

/**
 * The lines of a document and their sum. Columns of net and tax only where there is tax; on a phone both are
 * below the words of their line, and with very large text the amount too.
 */
export function DocumentLines({ document: { lines, net, tax, total } }: { document: Document }) {
  const taxed = tax !== 0
  return (
    <div>
      <table className="w-full text-left">
        <caption className="sr-only">What was bought</caption>
        <thead className="text-sm text-ink-soft">
          <tr className="border-b border-line-strong align-bottom">
            <th scope="col" className="py-1 font-semibold">
              Description
            </th>
            <Heading className={WIDE}>Quantity</Heading>
            {taxed && <Heading className={WIDE}>Net</Heading>}
            {taxed && <Heading className={WIDE}>Tax</Heading>}
            <Heading className={NOT_TINY}>Amount</Heading>
          </tr>
        </thead>
        <tbody>
          {lines.map((line, at) => (
            // Documents never change.
            // oxlint-disable-next-line react/no-array-index-key
            <tr key={at} className="border-b border-line align-top break-inside-avoid">
              <th scope="row" className="py-2 font-normal wrap-anywhere">
                {line.words}
                <span className="block text-sm text-ink-soft sm:hidden print:hidden">
                  {[
                    line.quantity !== undefined && `Quantity ${line.quantity}`,
                    taxed && `net ${formatUsd(line.net)}`,
                    taxed && `tax ${taxText(line)}`,
                  ]
                    .filter(Boolean)
                    .join(', ')}
                </span>
                <span className="hidden max-xs:block print:hidden">{amountText(line)}</span>
              </th>
              <Figure className={WIDE}>{line.quantity}</Figure>
              {taxed && <Figure className={WIDE}>{formatUsd(line.net)}</Figure>}
              {taxed && <Figure className={WIDE}>{taxText(line)}</Figure>}
              <Figure className={NOT_TINY}>{amountText(line)}</Figure>
            </tr>
          ))}
        </tbody>
      </table>
      <dl className="mt-4 ml-auto flex w-fit max-w-full flex-col gap-1 tabular-nums break-inside-avoid">
        {taxed && <Sum name="Net">{formatUsd(net)}</Sum>}
        {taxed && <Sum name="Tax">{formatUsd(tax)}</Sum>}
        <Sum name="Total" className="text-xl font-semibold">
          {formatUsd(total)}
        </Sum>
      </dl>
    </div>
  )
}

/** What is paid for a line: "$402.69". */
function amountText({ net, tax }: DocumentLine): string {
  return formatUsd(roundToCents(net + tax))
}

/** "$2.63 (8.75%)" */
function taxText({ tax, rate }: DocumentLine): string {
  return rate === undefined ? formatUsd(tax) : `${formatUsd(tax)} (${rate}%)`
}

function Sum({ name, className, children }: CellProps & { name: string }) {
  return (
    <div className={classNames('flex flex-wrap justify-between gap-x-8', className)}>
      <dt className="text-ink-soft">{name}</dt>
      <dd className="ml-auto">{children}</dd>
    </div>
  )
}

type CellProps = { className?: string; children: ReactNode }

function Heading({ className, children }: CellProps) {
  return (
    <th scope="col" className={classNames('py-1 pl-4 text-right font-semibold', className)}>
      {children}
    </th>
  )
}

function Figure({ className, children }: CellProps) {
  return <td className={classNames('py-2 pl-4 text-right tabular-nums', className)}>{children}</td>
}
