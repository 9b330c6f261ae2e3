import { Button } from '../../ui/button.tsx'
import type { ProductForm } from './use-product-form.ts'

/** The button that sends a product form. Sent during the upload of its picture, the form waits for it, and the button says so. */
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
