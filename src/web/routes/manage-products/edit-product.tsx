import { useState } from 'react'
import { useLocation, useNavigate, useRevalidator } from 'react-router'
import { editProduct, showManagedProduct } from '#contract/products.ts'
import { EditProductInput, type ManagedProduct, ProductValues } from '#domain/products/product.ts'
import { NUMBER_FIELDS } from '#domain/products/replaced-numbers.ts'
import * as paths from '#paths.ts'
import { api, ApiProblem, problemText } from '../../api-client/api-client.ts'
import { adminLoader } from '../../api-client/protected-loader.ts'
import { useMutation } from '../../api-client/use-mutation.ts'
import { loadFormFields } from '../../components/product-form/form-fields.ts'
import { loadFormNames } from '../../components/product-form/form-names.ts'
import { loadFormVehicles } from '../../components/product-form/form-vehicles.ts'
import { ProductFields } from '../../components/product-form/product-fields.tsx'
import { ProductPreview } from '../../components/product-form/product-preview.tsx'
import {
  fitsText,
  productInput,
  type ProductField,
  productTexts,
  type ProductTexts,
  parseFits,
} from '../../components/product-form/product-texts.ts'
import { SubmitProduct } from '../../components/product-form/submit-product.tsx'
import { type ProductForm, useProductForm } from '../../components/product-form/use-product-form.ts'
import { AdjustStockDialog } from '../../components/restock/adjust-stock-dialog.tsx'
import { useUnsavedChanges } from '../../components/use-unsaved-changes.tsx'
import { errorBoundary } from '../../layout/load-problem.tsx'
import { PageHeading } from '../../layout/page-heading.tsx'
import { metaWithTitle } from '../../layout/public-meta.ts'
import { formDraft } from '../../session/form-drafts.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button, LinkButton } from '../../ui/button.tsx'
import { NumberField } from '../../ui/field.tsx'
import { FormSummary } from '../../ui/form-summary.tsx'
import { SaveBar } from '../../ui/save-bar.tsx'
import type { Route } from './+types/edit-product'
import { useEditConflict } from './use-edit-conflict.ts'

const TITLE = 'Edit Product'
const LIST = paths.manageProducts

export const meta = metaWithTitle(TITLE)

export const clientLoader = adminLoader(async ({ params }: Route.ClientLoaderArgs) => {
  const [loaded, names, fields] = await Promise.all([
    loadProduct(params.id),
    loadFormNames(),
    loadFormFields(),
  ])
  return { ...loaded, names, fields }
})

async function loadProduct(id: string) {
  const loading = api(showManagedProduct, { params: { id } })
  const [product, vehicles] = await Promise.all([loading, loadFormVehicles(loading)])
  return { product, vehicles }
}

export const ErrorBoundary = errorBoundary(TITLE, { to: LIST, label: 'Manage All Products' })

export default function EditProduct({
  loaderData: { product, vehicles, names, fields },
}: Route.ComponentProps) {
  const form = useProductForm({
    schema: EditProductInput,
    isPictureOptional: true,
    drafts: formDraft(`product ${product._id}`),
    texts: productTexts(product),
    loadedVehicles: vehicles,
    loadVehicles: () => loadFormVehicles(product),
  })
  const unsaved = useUnsavedChanges(form.changed)
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  const [isAdjusting, setIsAdjusting] = useState(false)
  const list = `${LIST}${searchOf(useLocation().state)}`
  const { save, busy, problem, conflict } = useSaveProduct(product, form, async () => {
    unsaved.release()
    await navigate(list)
  })

  return (
    <>
      <PageHeading
        compact
        title={TITLE}
        lead="Open orders keep the name, picture and price they were placed with."
        actions={<LinkButton to={paths.addProduct(product._id)}>Duplicate</LinkButton>}
      />
      <div className="grid items-start gap-8 xl:grid-cols-[minmax(0,1fr)_20rem]">
        <form {...form.props(save)} className="flex flex-col gap-6">
          <ProductFields
            form={form}
            names={names}
            fields={fields}
            stock={
              <div className="flex flex-col items-start gap-2">
                <NumberField label="Available Quantity" value={String(product.available)} readOnly />
                <Button size="sm" onClick={() => setIsAdjusting(true)}>
                  Adjust stock
                </Button>
              </div>
            }
          />
          <FormSummary fields={form.invalidFields} />
          {problem && <SaveProblem problem={problem} conflict={conflict} />}
          <SaveBar>
            <SubmitProduct form={form} busy={busy}>
              Save the product
            </SubmitProduct>
            <LinkButton size="lg" to={list}>
              Cancel
            </LinkButton>
          </SaveBar>
        </form>
        <ProductPreview values={form.values} />
      </div>
      {unsaved.dialog}
      <AdjustStockDialog
        product={isAdjusting ? product : null}
        onClose={() => setIsAdjusting(false)}
        onChanged={revalidate}
      />
    </>
  )
}

/** Saves the form, with Undo; shows both versions when another admin has changed the same fields. */
function useSaveProduct(
  product: Pick<ManagedProduct, '_id' | 'name'>,
  form: ProductForm,
  onSaved: () => Promise<void>,
) {
  const conflict = useEditConflict(form)
  const { revalidate } = useRevalidator()
  const params = { id: product._id }
  const about = product._id
  const changeBack = useMutation(editProduct, {
    about,
    done: `${product.name}: changed back`,
    next: revalidate,
    async failed(error) {
      await revalidate()
      return `${product.name} was not changed back. ${problemText(error)}`
    },
  })

  const showConflict = async ({ errors }: ApiProblem) => {
    // If this fails, the next submit gets the same refusal and tries again.
    const stored = await loadProduct(product._id).catch(() => null)
    if (!stored) return
    const fits = stored.vehicles ? fitsText(stored.vehicles.fits) : form.initial.fits
    conflict.show(
      errors.map(({ field }) => field as ProductField),
      { ...productTexts(stored.product), fits },
    )
  }

  const { busy, problem, send } = useMutation(
    ({ values, was }: { values: ProductValues; was: ProductValues | undefined }) =>
      api(editProduct, { params, body: { ...values, was } }),
    {
      about,
      done: 'Product Updated',
      undo: ({ modifiedCount }, { values, was }) =>
        was && modifiedCount > 0
          ? () => void changeBack.send({ params, body: { ...was, was: values } })
          : undefined,
      next: onSaved,
      async failed(error) {
        if (error instanceof ApiProblem) {
          if (error.code === 'product_changed') await showConflict(error)
          form.refuse(error.errors)
        }
        return undefined
      },
    },
  )
  const save = (values: ProductValues) => {
    conflict.clear()
    return send({ values, was: valuesBefore(form.initial, values) })
  }
  return { save, busy, problem, conflict }
}

/** Why the product was not saved, and in a conflict the other version. */
function SaveProblem({
  problem,
  conflict,
}: {
  problem: string
  conflict: ReturnType<typeof useEditConflict>
}) {
  return (
    <Alert tone="danger" title="The product was not saved">
      <p>{problem}</p>
      {conflict.shown && (
        <>
          <p>
            {conflict.shown === 'mine'
              ? 'What you typed is still in the form. Save again to put it in the place of theirs.'
              : 'Theirs is in the form now. Save the product to keep it.'}
          </p>
          <Button size="sm" className="mt-2" onClick={conflict.swap}>
            {conflict.shown === 'mine' ? 'Show theirs' : 'Show mine'}
          </Button>
        </>
      )}
    </Alert>
  )
}

/**
 * The stored values of these fields as the form knows them; the server refuses to overwrite a newer change.
 */
function valuesBefore(stored: ProductTexts, values: ProductValues): ProductValues | undefined {
  const fits = (values.fits && parseFits(stored)) ?? undefined
  const unsent = Object.fromEntries(
    NUMBER_FIELDS.filter((field) => values[field] === undefined).map((field) => [field, undefined]),
  )
  return ProductValues.safeParse({ ...productInput(stored), ...unsent, fits }).data
}

/** The query of the list that linked here; '' without one. */
function searchOf(state: unknown): string {
  if (typeof state !== 'object' || state === null || !('search' in state)) return ''
  return typeof state.search === 'string' && state.search !== '' ? `?${state.search}` : ''
}
