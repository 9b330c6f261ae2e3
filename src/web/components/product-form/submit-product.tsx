import { Button } from '../../ui/button.tsx'
import type { ProductForm } from './use-product-form.ts'

/**
 * The submit button of a product form. While a submitted form waits for its picture's upload, the button
 * shows that.
 */
export function SubmitProduct({
  form,
  busy = false,
  onPress,
  children,
}: {
  form: Pick<ProductForm, 'waiting'>
  busy?: boolean
  onPress?: () => void
  children: string
}) {
  return (
    <>
      <Button
        type="submit"
        variant="primary"
        size="lg"
        className="self-start"
        onClick={onPress}
        busy={busy || form.waiting}
        busyLabel={form.waiting ? 'Waiting for the picture…' : undefined}
      >
        {children}
      </Button>
      <p role="status" className="sr-only">
        {form.waiting && 'The picture is still uploading. The product is saved as soon as it’s done.'}
      </p>
    </>
  )
}
