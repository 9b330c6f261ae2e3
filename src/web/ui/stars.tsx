import { useId } from 'react'
import { classNames } from './class-names.ts'

const POINTS = 'M12 2.2l2.9 6.3 6.9.8-5.1 4.7 1.4 6.8L12 17.4l-6.1 3.4 1.4-6.8L2.200 9.300l6.900-.8z'

/** A read-only rating, announced as "Rated 4 out of 5". `rating` is an integer from 1 to 5. */
export function Stars({ rating }: { rating: number }) {
  return (
    <span role="img" aria-label={`Rated ${rating} out of 5`} className="inline-flex gap-0.5">
      {[1, 2, 3, 4, 5].map((star) => (
        <Star key={star} filled={star <= rating} className="size-5" />
      ))}
    </span>
  )
}

/** A rating input of five radio buttons, so that arrow keys work. `value` 0 means not chosen. */
export function StarsInput({
  label,
  name,
  value,
  onChange,
  error,
}: {
  label: string
  name: string
  value: number
  onChange: (rating: number) => void
  error?: string | undefined
}) {
  const id = useId()
  return (
    <fieldset aria-describedby={error ? `${id}-error` : undefined} className="min-w-0">
      <legend className="mb-1.5 font-medium">{label}</legend>
      <div className="-ml-2 flex flex-wrap">
        {[1, 2, 3, 4, 5].map((star) => (
          <label
            key={star}
            className="flex size-12 cursor-pointer items-center justify-center rounded-md hover:bg-ink/8 has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus"
          >
            <input
              type="radio"
              name={name}
              value={star}
              checked={value === star}
              onChange={() => onChange(star)}
              aria-label={star === 1 ? '1 star' : `${star} stars`}
              className="sr-only"
            />
            <Star filled={star <= value} className="size-8" />
          </label>
        ))}
      </div>
      <p id={`${id}-error`} aria-live="polite" className="text-sm font-medium text-danger empty:hidden">
        {error}
      </p>
    </fieldset>
  )
}

function Star({ filled, className }: { filled: boolean; className: string }) {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 24 24"
      className={classNames(className, filled ? 'text-signal' : 'text-line-strong')}
    >
      <path
        d={POINTS}
        fill={filled ? 'currentColor' : 'none'}
        stroke="currentColor"
        strokeWidth="1.4"
        strokeLinejoin="round"
      />
    </svg>
  )
}
