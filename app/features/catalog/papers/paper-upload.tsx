import { type DragEvent, useId, useState } from 'react'
import { useSession } from '#app/features/kit/session/use-session.ts'
import { api, messageOf } from '#app/lib/api.ts'
import { toast } from '#app/lib/toast.ts'
import { BusyButton } from '#app/ui/busy-button.tsx'
import { SelectField, TextField } from '#app/ui/field.tsx'
import { isApiError } from '#contract/errors.ts'
import { languageName, namesLaw, PAPER_BYTES, PAPER_KINDS, PAPER_LABELS, PAPER_LANGUAGES, type PaperKind } from '#domain/paper.ts'
import { guessPaper } from '#domain/paper-names.ts'
import { pluralize } from '#domain/text.ts'
import { isStaffRole } from '#domain/user.ts'

/** A chosen file, with what is known of it; `errors` by field, of the last try. */
interface Chosen {
  id: string
  file: File
  kind: PaperKind
  language: string
  revision: string
  law: string
  validTo: string
  errors: Readonly<Record<string, string>>
}

const TOO_LARGE = 'This file is larger than 20 MB. Choose a smaller one.'
const LANGUAGES = PAPER_LANGUAGES.toSorted((one, other) => languageName(one).localeCompare(languageName(other)))

function chosenOf(file: File): Chosen {
  const { language, ...guess } = guessPaper(file.name)
  const errors: Record<string, string> = file.size > PAPER_BYTES ? { file: TOO_LARGE } : {}
  return { id: crypto.randomUUID(), file, ...guess, language: language ?? '', validTo: '', errors }
}

/** Place to drop or choose papers of a product; kind, language and revision are read from each name, and can be changed. */
export function PaperUpload({ productId, onAdded }: { productId: string; onAdded: () => Promise<void> }) {
  const id = useId()
  const { user } = useSession()
  const [chosen, setChosen] = useState<readonly Chosen[]>([])
  const [isBusy, setBusy] = useState(false)
  const [isOver, setOver] = useState(false)
  const choose = (files: Iterable<File>) => setChosen((now) => [...now, ...[...files].map(chosenOf)])
  const change = (of: string, values: Partial<Chosen>) =>
    setChosen((now) => now.map((entry) => (entry.id === of ? { ...entry, ...values } : entry)))
  const forget = (of: string) => setChosen((now) => now.filter((entry) => entry.id !== of))

  async function send({ id: of, file, ...entry }: Chosen): Promise<boolean> {
    const form = new FormData()
    const { kind, language, revision, law, validTo } = entry
    const body = { kind, language, revision, law, validTo }
    for (const [name, value] of Object.entries(body)) form.append(name, value)
    form.append('file', file, file.name)
    const call = isStaffRole(user?.role) ? api.papers.addForStaff : api.papers.add
    try {
      await call({ params: { id: productId }, form, body })
      forget(of)
      return true
    } catch (failure) {
      const fields = isApiError(failure) ? Object.fromEntries(failure.errors.map(({ field, message }) => [field, message])) : {}
      const isField = Object.keys(fields).length > 0
      change(of, { errors: isField ? fields : { file: messageOf(failure, 'This file could not be uploaded. Please try again.') } })
      return false
    }
  }
  async function sendAll() {
    setBusy(true)
    let added = 0
    for (const entry of chosen) if (entry.file.size <= PAPER_BYTES && (await send(entry))) added += 1
    if (added > 0) {
      toast.success(`Added ${pluralize(added, 'paper')}`)
      await onAdded()
    }
    setBusy(false)
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    choose(event.dataTransfer.files)
  }
  const over = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes('Files')) return
    event.preventDefault()
    setOver(true)
  }
  return (
    <>
      {chosen.length > 0 && (
        <ul className="mb-4 grid gap-4">
          {chosen.map((entry) => (
            <ChosenRow key={entry.id} entry={entry} change={(values) => change(entry.id, values)} onForget={() => forget(entry.id)} />
          ))}
        </ul>
      )}
      <div className={`drop-zone ${isOver ? 'is-over' : ''}`} onDragOver={over} onDragLeave={() => setOver(false)} onDrop={drop}>
        <label htmlFor={id} className="button hollow small">
          Choose papers
        </label>
        <input
          id={id}
          type="file"
          className="visually-hidden"
          multiple
          accept="application/pdf,image/png,image/jpeg"
          aria-describedby={`${id}-hint`}
          onChange={(event) => {
            choose(event.target.files ?? [])
            event.target.value = ''
          }}
        />
        <p id={`${id}-hint`} className="text-sm text-ink-2">
          or drop them here. PDF, PNG or JPEG, 20 MB each. Kind and language are read from the name
        </p>
        {chosen.length > 0 && (
          <BusyButton className="button small" isBusy={isBusy} busy="Uploading…" onPress={() => void sendAll()}>
            Upload {pluralize(chosen.length, 'paper')}
          </BusyButton>
        )}
      </div>
    </>
  )
}

interface RowProps {
  entry: Chosen
  change: (values: Partial<Chosen>) => void
  onForget: () => void
}

function ChosenRow({ entry: { file, kind, language, revision, law, validTo, errors }, change, onForget }: RowProps) {
  return (
    <li className="border-[1.5px] border-line p-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="min-w-0 flex-1 font-medium wrap-anywhere">
          <bdi>{file.name}</bdi>
        </p>
        <button type="button" className="button hollow small" aria-label={`Don't upload ${file.name}`} onClick={onForget}>
          Leave out
        </button>
      </div>
      {errors.file && (
        <p role="alert" className="mt-1 text-bad">
          {errors.file}
        </p>
      )}
      <div className="mt-3 grid items-start gap-4 md:grid-cols-3">
        <SelectField
          label="Kind"
          value={kind}
          error={errors.kind}
          onChange={({ target }) => change({ kind: PAPER_KINDS.find((known) => known === target.value) ?? kind })}
        >
          {PAPER_KINDS.map((known) => (
            <option key={known} value={known}>
              {PAPER_LABELS[known]}
            </option>
          ))}
        </SelectField>
        <SelectField
          label="Language"
          value={language}
          error={errors.language}
          onChange={({ target }) => change({ language: target.value })}
        >
          <option value="">Choose a language</option>
          {LANGUAGES.map((code) => (
            <option key={code} value={code}>
              {languageName(code)}
            </option>
          ))}
        </SelectField>
        <TextField
          label="Revision"
          isOptional
          maxLength={40}
          value={revision}
          error={errors.revision}
          onChange={({ target }) => change({ revision: target.value })}
        />
        {namesLaw(kind) && (
          <TextField
            label="Law it names"
            maxLength={120}
            placeholder="2006/42/EC"
            value={law}
            error={errors.law}
            onChange={({ target }) => change({ law: target.value })}
          />
        )}
        <TextField
          label="Valid to"
          type="date"
          isOptional
          value={validTo}
          error={errors.validTo}
          onChange={({ target }) => change({ validTo: target.value })}
        />
      </div>
    </li>
  )
}
