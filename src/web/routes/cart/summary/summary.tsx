import { DeliveryChoice } from '../../../components/quote/delivery-choice.tsx'
import { KnownMisfits } from '../../../components/quote/known-misfits.tsx'
import { QuoteSums } from '../../../components/quote/quote-sums.tsx'
import { isZip } from '../../../session/my-zip.ts'
import { useSession } from '../../../session/session.ts'
import { Card } from '../../../ui/card.tsx'
import { TextField } from '../../../ui/field.tsx'
import { FormError } from '../../../ui/form-error.tsx'
import { CheckOutButton } from './check-out-button.tsx'
import { PROBLEMS_ID, type SummaryState } from './use-summary.ts'

/** What the cart costs to the door, from a ZIP code alone, and the way to the checkout. */
export function Summary({ summary }: { summary: SummaryState }) {
  const { view, destination, quote, busy, problem, zipProblem, reload, problems, misfits } = summary
  const { status } = useSession()
  const { zip } = destination
  const isWrong = zip.length >= 5 && destination.to === null && !isZip(zip)
  return (
    <Card
      as="section"
      aria-labelledby="summary"
      aria-busy={busy}
      className="flex flex-col gap-4 lg:sticky lg:top-6"
    >
      <h2 id="summary" className="text-2xl">
        Summary
      </h2>
      <TextField
        label="Delivery to ZIP code"
        inputMode="numeric"
        autoComplete="postal-code"
        maxLength={10}
        className="max-w-36"
        value={zip}
        onChange={({ target }) => destination.setZip(target.value.trim())}
        error={isWrong ? 'Enter a ZIP code of five digits' : zipProblem}
        {...(quote === null && { hint: 'To show delivery and tax.' })}
      />
      {quote && quote.options.length > 0 && (
        <DeliveryChoice
          quote={quote}
          chosen={summary.methodId}
          legend={<span className="sr-only">Delivery</span>}
          onChange={summary.setMethodId}
        />
      )}
      <FormError onRetry={() => void reload()}>{problem}</FormError>
      <QuoteSums {...view} quote={quote} />
      {problems.length > 0 && (
        <div
          id={PROBLEMS_ID}
          tabIndex={-1}
          className="rounded-md border border-l-4 border-caution bg-caution-wash px-4 py-3"
        >
          <p className="font-semibold">Before you check out:</p>
          <ul className="flex list-disc flex-col gap-1 pl-5 wrap-anywhere">
            {problems.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </div>
      )}
      <KnownMisfits {...misfits} />
      <CheckOutButton summary={summary} full />
      {status === 'signed-out' && (
        <p className="text-sm text-ink-soft">You log in or sign up next. Your cart comes with you.</p>
      )}
    </Card>
  )
}
