import { useState } from 'react'
import { useNavigate, useRevalidator } from 'react-router'
import {
  editSpecificationFields,
  listBrandsAndCategories,
  listSpecificationFields,
} from '#contract/products.ts'
import {
  EditSpecificationFieldsInput,
  type FieldInput,
  MAX_FIELDS_PER_CATEGORY,
  type SpecificationField,
} from '#domain/products/specification.ts'
import { formatCountOf } from '#domain/shared/format-count.ts'
import * as paths from '#paths.ts'
import { api } from '../../api-client/api-client.ts'
import { adminLoader } from '../../api-client/protected-loader.ts'
import { useMutation } from '../../api-client/use-mutation.ts'
import { useUnsavedChanges } from '../../components/use-unsaved-changes.tsx'
import { errorBoundary } from '../../layout/load-problem.tsx'
import { PageHeading } from '../../layout/page-heading.tsx'
import { metaWithTitle } from '../../layout/public-meta.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Options, Select } from '../../ui/field.tsx'
import { RowButtons } from '../../ui/row-buttons.tsx'
import type { Route } from './+types/specifications'
import { type EditedField, FieldRow } from './field-row.tsx'

const TITLE = 'Specifications'

export const meta = metaWithTitle(TITLE)

export const clientLoader = adminLoader(async ({ request }: Route.ClientLoaderArgs) => {
  const { categories } = await api(listBrandsAndCategories)
  const asked = new URL(request.url).searchParams.get('category')?.slice(0, 100) ?? ''
  const category = asked === '' ? (categories[0] ?? '') : asked
  const fields = category === '' ? [] : await api(listSpecificationFields, { query: { category } })
  return {
    categories: categories.includes(category) ? categories : [category, ...categories],
    category,
    fields,
  }
})

export const ErrorBoundary = errorBoundary(TITLE, { to: paths.manageProducts, label: 'Manage All Products' })

export default function Specifications({
  loaderData: { categories, category, fields },
}: Route.ComponentProps) {
  const navigate = useNavigate()
  return (
    <>
      <PageHeading
        compact
        title={TITLE}
        lead="What the parts of a category are compared by: on their pages, in lists and in files."
      />
      {category === '' ? (
        <EmptyState title="No categories yet" text="Add a part with a category first." />
      ) : (
        <>
          <Select
            key={category}
            label="Category"
            fieldClassName="mb-8 max-w-sm"
            defaultValue={category}
            onChange={(event) => void navigate(paths.specifications(event.target.value))}
          >
            <Options of={categories} />
          </Select>
          <CategoryFields key={JSON.stringify([category, fields])} category={category} stored={fields} />
        </>
      )}
    </>
  )
}

/** The fields of one category, edited and saved together. */
function CategoryFields({ category, stored }: { category: string; stored: readonly SpecificationField[] }) {
  const [initial] = useState(() => stored.map(toEdited))
  const [fields, setFields] = useState<readonly EditedField[]>(initial)
  const [added, setAdded] = useState(0)
  const [problems, setProblems] = useState<ReadonlyMap<number, string>>(new Map())
  /** Removed ones with values, while the dialog asks. */
  const [removed, setRemoved] = useState<readonly EditedField[]>([])
  const unsaved = useUnsavedChanges(JSON.stringify(fields) !== JSON.stringify(initial))
  const { revalidate } = useRevalidator()
  const { busy, problem, send } = useMutation(editSpecificationFields, {
    about: 'specifications',
    done: `Specifications of ${category} saved`,
    async next() {
      unsaved.release()
      await revalidate()
    },
  })
  const body = () => ({ category, fields: fields.map(toInput), was: initial.map(toInput) })
  const save = () => {
    setRemoved([])
    return send({ body: body() })
  }
  const check = () => {
    const { error } = EditSpecificationFieldsInput.safeParse(body())
    const found = new Map((error?.issues ?? []).map(({ path, message }) => [Number(path[1]), message]))
    setProblems(found)
    if (found.size > 0) return
    const kept = new Set(fields.map(({ key }) => key))
    const lost = initial.filter(({ key, products }) => products > 0 && !kept.has(key))
    if (lost.length > 0) setRemoved(lost)
    else void save()
  }

  return (
    <form
      noValidate
      method="post"
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        check()
      }}
    >
      {fields.length === 0 && (
        <p className="text-ink-soft">
          {category} has none. Add what customers ask for: a size, a material, a side.
        </p>
      )}
      <ol className="flex flex-col gap-4">
        {fields.map((field, at) => (
          <FieldRow
            key={field.key}
            field={field}
            problem={problems.get(at)}
            onChange={(values) => setFields(fields.with(at, { ...field, ...values }))}
          >
            <RowButtons
              rows={fields}
              at={at}
              called={field.name === '' ? 'the new specification' : field.name}
              onMove={setFields}
              onRemove={() => setFields(fields.toSpliced(at, 1))}
            />
          </FieldRow>
        ))}
      </ol>
      {problem && (
        <Alert tone="danger" title="The specifications were not saved">
          <p>{problem}</p>
        </Alert>
      )}
      <div className="flex flex-wrap gap-3">
        <Button
          disabled={fields.length >= MAX_FIELDS_PER_CATEGORY}
          onClick={() => {
            setAdded(added + 1)
            setFields([...fields, { key: `new ${added}`, name: '', unit: '', type: 'text', products: 0 }])
          }}
        >
          Add specification
        </Button>
        <Button type="submit" variant="primary" busy={busy}>
          Save
        </Button>
      </div>
      {removed.length > 0 && (
        <ConfirmDialog
          title={`Remove ${new Intl.ListFormat('en').format(removed.map(({ name }) => name))}?`}
          message={removedText(removed)}
          confirmLabel="Remove"
          onConfirm={() => void save()}
          onCancel={() => setRemoved([])}
        />
      )}
      {unsaved.dialog}
    </form>
  )
}

function removedText(removed: readonly EditedField[]): string {
  const parts = removed.map(
    ({ name, products }) => `${formatCountOf(products, 'part')} ${products === 1 ? 'has' : 'have'} ${name}`,
  )
  return `${new Intl.ListFormat('en').format(parts)}. The values are no longer shown, and a new specification of the same name does not bring them back.`
}

const toEdited = ({ _id, name, unit, type, products = 0 }: SpecificationField): EditedField => ({
  _id,
  name,
  unit,
  type,
  products,
  key: _id,
})

function toInput({ _id, name, unit, type }: EditedField): FieldInput {
  return { ...(_id !== undefined && { _id }), name, unit, type }
}
