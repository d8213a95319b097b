import { useState } from 'react'
import { RecordForm } from '#app/features/kit/forms/record-form.tsx'
import { useRecordForm } from '#app/features/kit/forms/use-record-form.ts'
import { refreshTabs } from '#app/features/kit/frame/other-tabs.ts'
import { api } from '#app/lib/api.ts'
import { textOf } from '#app/lib/form-text.ts'
import { queryClient } from '#app/lib/query-client.ts'
import { toast } from '#app/lib/toast.ts'
import { SelectField, TextAreaField, TextField } from '#app/ui/field.tsx'
import { FormProblem } from '#app/ui/form-problem.tsx'
import type { StaffSynonym, SynonymBody } from '#contract/content/synonyms.ts'
import { SEARCH_LANGUAGES, type SearchLanguage } from '#domain/search/search-language.ts'
import { SYNONYM_KINDS, type SynonymKind } from '#domain/search/synonym-rules.ts'
import { KIND_LABELS, LANGUAGE_LABELS, optionsOf } from './labels.ts'

interface SynonymFormProps {
  /** Null: a new synonym. */
  synonym: StaffSynonym | null
  /** Language and term of a new synonym. */
  start?: { language: SearchLanguage; term: string } | undefined
  onSaved: () => void
}

const listOf = (typed: string) =>
  typed
    .split(/[,\n]/)
    .map((term) => term.trim())
    .filter(Boolean)
/** Returns the sentence at a field, or the one at the first of its texts that has one. */
const errorAt = (errors: Readonly<Record<string, string | undefined>>, field: string) =>
  errors[field] ?? Object.entries(errors).find(([name]) => name.startsWith(`${field}.`))?.[1]

const chosenOf = <Value extends string>(all: readonly Value[], typed: string): Value | undefined => all.find((value) => value === typed)

/** Returns the form's values for the server, which says what is missing. */
function bodyOf(fields: FormData, version: number | undefined): SynonymBody {
  const kind = chosenOf(SYNONYM_KINDS, textOf(fields, 'kind')) ?? 'same'
  const answer = { title: textOf(fields, 'title').trim(), text: textOf(fields, 'text').trim(), href: textOf(fields, 'href').trim() }
  return {
    language: chosenOf(SEARCH_LANGUAGES, textOf(fields, 'language')) ?? 'en',
    kind,
    terms: listOf(textOf(fields, 'terms')),
    targets: listOf(textOf(fields, 'targets')),
    answer: kind === 'answer' ? answer : null,
    note: textOf(fields, 'note').trim(),
    isActive: fields.has('isActive'),
    ...(version !== undefined && { version }),
  }
}

/** The form of a synonym: what buyers type, and what it finds. */
export function SynonymForm({ synonym, start, onSaved }: SynonymFormProps) {
  const [kind, setKind] = useState<SynonymKind>(synonym?.kind ?? (start ? 'finds' : 'same'))
  const form = useRecordForm({
    record: synonym,
    onShow: (current) => setKind(current.kind),
    failed: 'The synonym could not be saved.',
    send: async (fields, shown) => {
      const body = bodyOf(fields, shown?.version)
      if (synonym) await api.synonyms.update({ params: { id: synonym.id }, body })
      else await api.synonyms.create({ body })
      toast.success(synonym ? 'Synonym saved.' : 'Synonym added. It applies to new searches.')
      await refreshTabs(queryClient)
      onSaved()
    },
  })
  const { shown, errors } = form
  return (
    <RecordForm
      form={form}
      draft={{ kind: 'synonym', id: synonym?.id }}
      save={synonym ? 'Save synonym' : 'Add synonym'}
      foot="py-3 bg-surface"
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField label="Language" name="language" defaultValue={shown?.language ?? start?.language ?? 'en'} error={errors.language}>
          {optionsOf(LANGUAGE_LABELS).map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </SelectField>
        <SelectField
          label="Kind"
          name="kind"
          value={kind}
          onChange={(event) => setKind(chosenOf(SYNONYM_KINDS, event.currentTarget.value) ?? 'same')}
          error={errors.kind}
        >
          {optionsOf(KIND_LABELS).map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </SelectField>
      </div>
      <TextAreaField
        label="Terms"
        name="terms"
        rows={2}
        required
        maxLength={1000}
        defaultValue={shown?.terms.join(', ') ?? start?.term}
        hint="What buyers type: up to 12 words or phrases, separated by commas."
        error={errorAt(errors, 'terms')}
      />
      {(kind === 'finds' || kind === 'instead') && (
        <TextAreaField
          label="Find"
          name="targets"
          rows={2}
          required
          maxLength={1000}
          defaultValue={shown?.targets.join(', ')}
          hint="Words used in the catalog, separated by commas."
          error={errorAt(errors, 'targets')}
        />
      )}
      {kind === 'same' && errors.targets && <FormProblem text="Enter at least two terms that mean the same." />}
      {kind === 'answer' && (
        <>
          <TextField label="Title" name="title" required maxLength={80} defaultValue={shown?.answer?.title} error={errors.answer} />
          <TextAreaField label="Text" name="text" rows={2} maxLength={400} isOptional defaultValue={shown?.answer?.text} />
          <TextField
            label="Link"
            name="href"
            required
            maxLength={300}
            defaultValue={shown?.answer?.href}
            hint="A page of the shop, such as /contact, or an address that begins with https://."
            error={errors['answer.href']}
          />
        </>
      )}
      <TextField label="Note" name="note" isOptional maxLength={200} defaultValue={shown?.note} error={errors.note} />
      <label className="flex items-center gap-2.5 min-h-11">
        <input type="checkbox" name="isActive" defaultChecked={shown?.isActive ?? true} />
        Use in searches
      </label>
    </RecordForm>
  )
}
