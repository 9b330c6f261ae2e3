import { addReview } from '#contract/reviews.ts'
import { AddReviewInput } from '#domain/reviews/review.ts'
import { useMutation } from '../../api-client/use-mutation.ts'
import { formDraft } from '../../session/form-drafts.ts'
import { Button } from '../../ui/button.tsx'
import { TextArea } from '../../ui/field.tsx'
import { FormError } from '../../ui/form-error.tsx'
import { StarsInput } from '../../ui/stars.tsx'
import { useForm } from '../../ui/use-form.ts'

/** The maximum length of a review; equals that of AddReviewInput. */
const MAX_TEXT_LENGTH = 2000
const empty = { rating: '', text: '' }
const labels = ['', 'Poor', 'Below expectations', 'As expected', 'Good', 'Excellent']

/** Stars and an optional text. `name` is shown as the author. */
export function ReviewForm({ name }: { name: string }) {
  const form = useForm(AddReviewInput, empty, {
    toInput: ({ rating, text }) => ({ rating: rating === '' ? undefined : Number(rating), text }),
    drafts: formDraft('review'),
  })
  const { busy, problem, send } = useMutation(addReview, {
    form,
    done: 'Thanks For Your Compliment',
    next: () => form.reset(empty),
  })
  const rating = Number(form.values.rating)

  const add = (review: AddReviewInput) => {
    const body = { name, ...review }
    return send({ body })
  }

  return (
    <form {...form.props(add)} className="flex flex-col gap-5">
      <div className="flex flex-wrap items-end gap-x-4">
        <StarsInput
          label="Your rating"
          name="rating"
          value={rating}
          onChange={(stars) => form.set('rating', String(stars))}
          error={form.errors.rating}
        />
        <p aria-hidden="true" className="pb-3 text-ink-soft">
          {labels[rating]}
        </p>
      </div>
      <TextArea
        label="Your review"
        optional
        rows={6}
        hint={`${form.values.text.trim().length} of ${MAX_TEXT_LENGTH} characters. Shown as ${name}.`}
        {...form.field('text')}
      />
      <FormError>{problem}</FormError>
      <Button type="submit" variant="primary" busy={busy} busyLabel="Sending" className="self-start">
        Add Review
      </Button>
    </form>
  )
}
