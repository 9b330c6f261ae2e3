import { type RefObject, useId, useRef, useState } from 'react'
import { addSynonyms, editSynonyms } from '#contract/search.ts'
import { AddSynonymsInput, MAX_PHRASES, readPhrases, type Synonyms } from '#domain/search/synonym.ts'
import { api, problemFields, problemText } from '../../api-client/api-client.ts'
import { useIdempotencyKey } from '../../api-client/use-idempotency-key.ts'
import { formDraft } from '../../session/form-drafts.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { TextArea } from '../../ui/field.tsx'
import { FormError } from '../../ui/form-error.tsx'
import { toastSuccess } from '../../ui/toast-store.ts'
import { useForm } from '../../ui/use-form.ts'
import { synonymsText } from './synonym-columns.tsx'

/** What the dialog is about: a stored group, or a new one that begins with these words. */
export type EditedSynonyms = Synonyms | { _id: null; phrases: string[] }

/** Adds or changes a group of synonyms. Open while there is a `group`; what was typed remains after a failure. */
export function SynonymsDialog({
  group,
  onClose,
  onSaved,
}: {
  group: EditedSynonyms | null
  onClose: () => void
  onSaved: () => void
}) {
  const formId = useId()
  const first = useRef<HTMLTextAreaElement>(null)
  const [busy, setBusy] = useState(false)
  return (
    <FormDialog
      open={group !== null}
      onClose={onClose}
      title={group?._id ? 'Edit synonyms' : 'Add synonyms'}
      initialFocus={first}
      formId={formId}
      submitLabel="Save"
      busy={busy}
    >
      {group && (
        <SynonymsForm
          key={group._id ?? synonymsText(group)}
          id={formId}
          group={group}
          first={first}
          onBusy={setBusy}
          onSaved={() => {
            onClose()
            onSaved()
          }}
        />
      )}
    </FormDialog>
  )
}

function SynonymsForm({
  id,
  group,
  first,
  onBusy,
  onSaved,
}: {
  id: string
  group: EditedSynonyms
  first: RefObject<HTMLTextAreaElement | null>
  onBusy: (busy: boolean) => void
  onSaved: () => void
}) {
  const text =
    group._id === null ? group.phrases.map((phrase) => `${phrase}, `).join('') : synonymsText(group)
  const form = useForm(
    AddSynonymsInput,
    { phrases: text },
    {
      toInput: ({ phrases }) => ({ phrases: readPhrases(phrases) }),
      drafts: formDraft(`synonyms ${group._id ?? text}`),
    },
  )
  const [problem, setProblem] = useState('')
  const [sending, setSending] = useState(false)
  const once = useIdempotencyKey()
  const busy = (now: boolean) => {
    setSending(now)
    onBusy(now)
  }

  const send = async (body: AddSynonymsInput) => {
    if (sending) return
    setProblem('')
    busy(true)
    try {
      if (group._id === null) await once(body, (idempotencyKey) => api(addSynonyms, { body, idempotencyKey }))
      else await api(editSynonyms, { params: { id: group._id }, body: { ...body, was: group.phrases } })
      busy(false)
      toastSuccess('Synonyms saved: the next search uses them', { about: 'synonyms' })
      onSaved()
    } catch (error) {
      busy(false)
      if (!form.refuse(problemFields(error))) setProblem(problemText(error))
    }
  }

  return (
    <form id={id} {...form.props(send)} className="flex flex-col gap-4">
      <TextArea
        ref={first}
        label="Words that mean the same"
        hint={`Separate them with commas: rotor, brake disc. 2 to ${MAX_PHRASES} words or phrases; a search for one finds parts that say any of them.`}
        required
        {...form.field('phrases')}
      />
      <FormError>{problem}</FormError>
    </form>
  )
}
