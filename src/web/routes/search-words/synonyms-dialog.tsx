import { addSynonyms, editSynonyms } from '#contract/search-words.ts'
import {
  AddSynonymsInput,
  MAX_PHRASES_PER_GROUP,
  parsePhrases,
  type SynonymGroup,
} from '#domain/search/synonym.ts'
import { useMutation } from '../../api-client/use-mutation.ts'
import { formDraft } from '../../session/form-drafts.ts'
import { TextArea } from '../../ui/field.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { FormError } from '../../ui/form-error.tsx'
import { useForm } from '../../ui/use-form.ts'
import { synonymsText } from './synonym-columns.tsx'

/** The edited group: a stored one, or a new one that begins with these words. */
export type EditedSynonyms = SynonymGroup | { _id: null; phrases: string[] }

/** Adds or changes a group of synonyms; the input remains after a failure. */
export function SynonymsDialog({
  group,
  onClose,
  onSaved,
}: {
  group: EditedSynonyms
  onClose: () => void
  onSaved: () => void
}) {
  const text =
    group._id === null ? group.phrases.map((phrase) => `${phrase}, `).join('') : synonymsText(group)
  const form = useForm(
    AddSynonymsInput,
    { phrases: text },
    {
      toInput: ({ phrases }) => ({ phrases: parsePhrases(phrases) }),
      drafts: formDraft(`synonyms ${group._id ?? text}`),
    },
  )
  const outcome = {
    form,
    about: 'synonyms',
    done: 'Synonyms saved: the next search uses them',
    next() {
      onClose()
      onSaved()
    },
  }
  const adding = useMutation(addSynonyms, outcome)
  const editing = useMutation(editSynonyms, outcome)
  const save = (body: AddSynonymsInput) =>
    group._id === null
      ? adding.send({ body })
      : editing.send({ params: { id: group._id }, body: { ...body, was: group.phrases } })

  return (
    <FormDialog
      title={group._id ? 'Edit synonyms' : 'Add synonyms'}
      onClose={onClose}
      form={form.props(save)}
      submitLabel="Save"
      busy={adding.busy || editing.busy}
    >
      <TextArea
        label="Words that mean the same"
        hint={`Separate them with commas: rotor, brake disc. 2 to ${MAX_PHRASES_PER_GROUP} words or phrases; a search for one finds parts that say any of them.`}
        required
        {...form.field('phrases')}
      />
      <FormError>{adding.problem || editing.problem}</FormError>
    </FormDialog>
  )
}
