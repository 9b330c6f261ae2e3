import { useState } from 'react'
import { useLocation, useNavigate, useRevalidator } from 'react-router'
import { editProduct, repriceProduct, showProduct } from '#contract/products.ts'
import { formatUsd } from '#domain/money.ts'
import { EditProductInput } from '#domain/products/product.ts'
import { api, ApiProblem, problemText } from '../../api-client.ts'
import { LoadProblem } from '../../components/load-problem.tsx'
import { PageHeading } from '../../components/page-heading.tsx'
import { loadFormVehicles } from '../../components/product-form/form-vehicles.ts'
import { ProductFields } from '../../components/product-form/product-fields.tsx'
import { ProductPreview } from '../../components/product-form/product-preview.tsx'
import { type ProductTexts, productTexts } from '../../components/product-form/product-texts.ts'
import { useProductForm } from '../../components/product-form/use-product-form.ts'
import { useUnsavedChanges } from '../../components/use-unsaved-changes.tsx'
import { requireAdmin } from '../../require-session.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button, LinkButton } from '../../ui/button.tsx'
import { FormSummary } from '../../ui/form-summary.tsx'
import { TextField } from '../../ui/field.tsx'
import { toastError, toastSuccess } from '../../ui/toast-store.ts'
import type { Route } from './+types/edit-product'

const TITLE = 'Edit Product'
const LIST = '/dashboard/manageProducts'

export const meta = () => [{ title: `${TITLE} · Driveline` }]

export async function clientLoader({ request, params }: Route.ClientLoaderArgs) {
  await requireAdmin(request)
  const [product, vehicles] = await Promise.all([
    api(showProduct, { params: { id: params.id } }),
    loadFormVehicles(params.id),
  ])
  return { product, vehicles }
}
clientLoader.hydrate = true as const

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <LoadProblem title={TITLE} error={error} back={{ to: LIST, label: 'Manage All Products' }} />
}

export default function EditProduct({ loaderData: { product, vehicles } }: Route.ComponentProps) {
  const form = useProductForm(EditProductInput, productTexts(product), vehicles, () =>
    loadFormVehicles(product._id),
  )
  const unsaved = useUnsavedChanges(form.changed)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')
  const navigate = useNavigate()
  const list = `${LIST}${searchOf(useLocation().state)}`
  const { revalidate } = useRevalidator()

  const oldPriceAgain = async (was: number) => {
    try {
      await api(repriceProduct, { params: { id: product._id }, body: { price: product.price, was } })
      toastSuccess(`${product.name}: ${formatUsd(product.price)} again`)
    } catch (error) {
      toastError(`${product.name} was not changed back. ${problemText(error)}`)
    }
    await revalidate()
  }

  const send = async (body: EditProductInput) => {
    setProblem('')
    setBusy(true)
    try {
      await api(editProduct, { params: { id: product._id }, body })
      toastSuccess(
        'Product Updated',
        onlyPrice(form.initial, form.values) ? () => void oldPriceAgain(body.price) : undefined,
      )
      unsaved.release()
      await navigate(list)
    } catch (error) {
      setProblem(problemText(error))
      if (error instanceof ApiProblem) form.refuse(error.errors)
      setBusy(false)
    }
  }

  return (
    <>
      <PageHeading title={TITLE} lead="Open orders keep the name, picture and price they were placed with." />
      <div className="grid items-start gap-8 xl:grid-cols-[minmax(0,1fr)_20rem]">
        <form noValidate onSubmit={form.submit(send)} className="flex flex-col gap-6">
          <ProductFields
            form={form}
            stock={
              <TextField
                label="Available Quantity"
                value={String(product.available)}
                readOnly
                hint="Changed by Restock in the list"
                className="tabular-nums"
                fieldClassName="sm:col-span-2"
              />
            }
          />
          <FormSummary wrong={form.missed} />
          {problem && (
            <Alert tone="danger" title="The product was not saved">
              <p>{problem}</p>
            </Alert>
          )}
          <div className="flex flex-wrap gap-3">
            <Button type="submit" variant="primary" size="lg" busy={busy}>
              Save the product
            </Button>
            <LinkButton size="lg" to={list}>
              Cancel
            </LinkButton>
          </div>
        </form>
        <ProductPreview values={form.values} />
      </div>
      {unsaved.dialog}
    </>
  )
}

/** Only a change of the price can be taken back: the rest of a part has no way to see whether somebody else changed it meanwhile. */
function onlyPrice(before: ProductTexts, now: ProductTexts): boolean {
  const { price: oldPrice, ...others } = before
  const { price, ...othersNow } = now
  return price !== oldPrice && JSON.stringify(others) === JSON.stringify(othersNow)
}

/** The query of the list that one came from, as the link gave it; '' when one came another way. */
function searchOf(state: unknown): string {
  if (typeof state !== 'object' || state === null || !('search' in state)) return ''
  return typeof state.search === 'string' && state.search !== '' ? `?${state.search}` : ''
}
