import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { addProduct } from '#contract/products.ts'
import { AddProductInput } from '#domain/products/product.ts'
import * as paths from '#paths.ts'
import { ApiProblem, problemText } from '../../api-client/api-client.ts'
import { adminLoader } from '../../api-client/protected-loader.ts'
import { useMutation } from '../../api-client/use-mutation.ts'
import { loadFormFields } from '../../components/product-form/form-fields.ts'
import { loadFormNames } from '../../components/product-form/form-names.ts'
import { loadFormVehicles } from '../../components/product-form/form-vehicles.ts'
import { loadProductCopy, newProductDraft } from '../../components/product-form/product-copy.ts'
import { ProductFields } from '../../components/product-form/product-fields.tsx'
import { ProductPreview } from '../../components/product-form/product-preview.tsx'
import { emptyProduct } from '../../components/product-form/product-texts.ts'
import { SubmitProduct } from '../../components/product-form/submit-product.tsx'
import { useProductForm } from '../../components/product-form/use-product-form.ts'
import { useUnsavedChanges } from '../../components/use-unsaved-changes.tsx'
import { errorBoundary } from '../../layout/load-problem.tsx'
import { PageHeading } from '../../layout/page-heading.tsx'
import { metaWithTitle } from '../../layout/public-meta.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button, LinkButton } from '../../ui/button.tsx'
import { FormSummary } from '../../ui/form-summary.tsx'
import { SaveBar } from '../../ui/save-bar.tsx'
import { LoadingBlock } from '../../ui/spinner.tsx'
import type { Route } from './+types/add-product'

const TITLE = 'Add A Product'

export const meta = metaWithTitle(TITLE)

export const clientLoader = adminLoader(async ({ request }: Route.ClientLoaderArgs) => {
  const [vehicles, names, fields, copy] = await Promise.all([
    loadFormVehicles(),
    loadFormNames(),
    loadFormFields(),
    loadProductCopy(new URL(request.url).searchParams),
  ])
  return { vehicles, names, fields, copy }
})

export const ErrorBoundary = errorBoundary(TITLE)

/** The outcome of the last submit. */
type Outcome = { added: { id: string; name: string; hidden: boolean } } | { problem: string }

export default function AddProduct({ loaderData }: Route.ComponentProps) {
  // Each copied product gets a form of its own.
  return <NewProduct key={loaderData.copy?.id} {...loaderData} />
}

function NewProduct({ vehicles, names, fields, copy }: Route.ComponentProps['loaderData']) {
  const form = useProductForm({
    schema: AddProductInput,
    drafts: newProductDraft(copy),
    texts: emptyProduct,
    loadedVehicles: vehicles,
    loadVehicles: () => loadFormVehicles(),
  })
  const unsaved = useUnsavedChanges(form.changed)
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  // Which button was pressed last: a form that waited for its picture is submitted again without a button.
  const [isHidden, setHidden] = useState(false)
  // At once: a press by a script submits the form before React would render.
  const chooseHidden = (hidden: boolean) => flushSync(() => setHidden(hidden))
  const result = useRef<HTMLDivElement>(null)

  // The form was unmounted during the submit, which lost the focus.
  useEffect(() => {
    if (outcome) result.current?.focus()
  }, [outcome])

  const { busy, send } = useMutation(addProduct, {
    about: TITLE,
    done: 'Product Added Successful',
    next({ insertedId }, { body: { name, hidden = false } }) {
      form.reset()
      setOutcome({ added: { id: insertedId, name, hidden } })
    },
    failed(error) {
      if (error instanceof ApiProblem) form.refuse(error.errors)
      setOutcome({ problem: problemText(error) })
      return 'Product Added Failed'
    },
  })
  const add = (input: AddProductInput) => {
    setOutcome(null)
    return send({ body: { ...input, hidden: isHidden } })
  }

  return (
    <>
      <PageHeading
        compact
        title={TITLE}
        lead={
          // Once it is added, the form is empty.
          copy && !(outcome && 'added' in outcome)
            ? `A copy of ${copy.name}. Give it its own part number and stock: nothing is saved until you add it.${copy.hasVehicles ? '' : ' It fits too many vehicles to copy them.'}`
            : 'It can be ordered as soon as it is added.'
        }
      />
      <div ref={result} tabIndex={-1} className="mb-6 outline-none empty:hidden">
        {outcome && <OutcomeAlert outcome={outcome} />}
      </div>
      <div className="grid items-start gap-8 xl:grid-cols-[minmax(0,1fr)_20rem]">
        {busy ? (
          <LoadingBlock label="Adding the product" />
        ) : (
          <form {...form.props(add)} className="flex flex-col gap-6">
            <ProductFields form={form} names={names} fields={fields} />
            <FormSummary fields={form.invalidFields} />
            <SaveBar>
              <SubmitProduct form={form} onPress={() => chooseHidden(false)}>
                Add Product
              </SubmitProduct>
              <Button
                type="submit"
                size="lg"
                aria-disabled={form.waiting}
                aria-describedby="hidden-hint"
                onClick={(event) => {
                  if (form.waiting) event.preventDefault()
                  else chooseHidden(true)
                }}
              >
                Add as hidden
              </Button>
              <p id="hidden-hint" className="text-sm text-ink-soft">
                Only admins see a hidden product, until one of them publishes it.
              </p>
            </SaveBar>
          </form>
        )}
        <ProductPreview values={form.values} />
      </div>
      {unsaved.dialog}
    </>
  )
}

function OutcomeAlert({ outcome }: { outcome: Outcome }) {
  if ('problem' in outcome)
    return (
      <Alert tone="danger" title="The product was not added">
        <p>{outcome.problem} What you typed is still here.</p>
      </Alert>
    )
  return (
    <Alert
      title={`${outcome.added.name} ${outcome.added.hidden ? 'is added, and hidden.' : 'is in the store now.'}`}
    >
      <div className="mt-3 flex flex-wrap gap-3">
        {!outcome.added.hidden && (
          <LinkButton size="sm" to={paths.orderForm(outcome.added.id)}>
            See it as a customer
          </LinkButton>
        )}
        <LinkButton size="sm" to={paths.manageProducts}>
          Manage All Products
        </LinkButton>
      </div>
    </Alert>
  )
}
