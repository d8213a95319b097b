import { useState } from 'react'
import { checkForm } from '#app/features/kit/forms/check-form.ts'
import { RecordHead } from '#app/features/kit/forms/record-form.tsx'
import { useConflict } from '#app/features/kit/forms/use-conflict.tsx'
import { useForm } from '#app/features/kit/forms/use-form.ts'
import { useUnsavedGuard } from '#app/features/kit/forms/use-unsaved-guard.tsx'
import { refreshTabs } from '#app/features/kit/frame/other-tabs.ts'
import { queryClient } from '#app/lib/query-client.ts'
import { toast } from '#app/lib/toast.ts'
import { SubmitButton } from '#app/ui/busy-button.tsx'
import { TextAreaField, TextField } from '#app/ui/field.tsx'
import type { Zone, ZoneBody } from '#contract/pricing/shipping.ts'
import { RateRows } from './rate-rows.tsx'
import { nextRate, type RateDraft, toBody, toDraft, type ZoneDraft } from './zone-draft.ts'

interface ZoneFormProps {
  /** Null: a new zone. */
  zone: Zone | null
  /** The zone is shown with all of its facts, and cannot be changed. */
  isReadOnly?: boolean
  save: (body: ZoneBody) => Promise<Zone>
  onClose: () => void
}

const bandInWords = ({ class: of, method, minKg, maxKg, usd, eur }: RateDraft) =>
  `${of} ${method} ${minKg}-${maxKg} kg: ${usd || eur ? `${usd} USD, ${eur} EUR` : 'by quote'}`

/** Compares texts of forms: the keys of rows do not count. */
const isSame = (one: object, other: object) => {
  const plain = (value: object) => JSON.stringify(value, (name, part: unknown) => (name === 'key' ? undefined : part))
  return plain(one) === plain(other)
}

/** The form of a shipping zone: its places and its weight bands. */
export function ZoneForm({ zone, isReadOnly = false, save, onClose }: ZoneFormProps) {
  const [version, setVersion] = useState(zone?.version)
  const [base, setBase] = useState(() => toDraft(zone))
  const [draft, setDraft] = useState(base)
  const [isClosing, setClosing] = useState(false)
  const isDirty = !isSame(draft, base)
  const question = useUnsavedGuard(isDirty)
  const { props, element, errors, problem, isBusy } = useForm({
    check: checkForm,
    failed: 'The zone could not be saved.',
    send: async () => {
      try {
        const saved = await save(toBody(draft, version))
        setBase(draft)
        toast.success(`${saved.name} saved. It applies to carts right away.`)
        await refreshTabs(queryClient)
        onClose()
      } catch (failure) {
        conflict.rebase(failure)
        throw failure
      }
    },
  })
  const conflict = useConflict<Zone, ZoneDraft>({
    form: element,
    opened: () => base,
    read: () => draft,
    write: setDraft,
    show: (current) => {
      setVersion(current.version)
      setBase(toDraft(current))
      setDraft(toDraft(current))
    },
    labels: { dispatch: 'Ships from', rates: 'Weight bands' },
    wordsOf: (rows) => (rows as RateDraft[]).map(bandInWords).join('; '), // only the bands are rows
  })
  const changeRate = (key: number, values: Partial<RateDraft>) =>
    setDraft({ ...draft, rates: draft.rates.map((rate) => (rate.key === key ? { ...rate, ...values } : rate)) })
  const close = () => {
    if (isDirty && !isClosing) setClosing(true)
    else onClose()
  }
  const areaError = Object.entries(errors).find(([field]) => field.startsWith('areas'))
  const areaProblem = areaError && placeOf(areaError[0], draft.areas) + (areaError[1] ?? '')
  const dispatchError = Object.entries(errors).find(([field]) => field.startsWith('dispatchCountries'))?.[1]
  return (
    <form
      {...props}
      className="panel mt-3 grid grid-cols-[minmax(0,1fr)] gap-4 p-4.5"
      aria-label={zone ? `${isReadOnly ? 'View' : 'Edit'} ${zone.name}` : 'Add zone'}
    >
      <RecordHead form={{ problem, notice: conflict.notice }} />
      <fieldset disabled={isReadOnly} className="contents">
        <div className="grid gap-4 lg:grid-cols-2">
          <TextField
            label="Name"
            name="name"
            required
            maxLength={80}
            value={draft.name}
            hint={
              zone?.followsSettings
                ? 'Its first parcel rates are the shipping charges in Settings. Changing them here changes them there, too.'
                : undefined
            }
            error={errors.name}
            onChange={(event) => setDraft({ ...draft, name: event.currentTarget.value })}
          />
          <TextField
            label="Ships from"
            name="dispatchCountries"
            isOptional
            value={draft.dispatch}
            hint="Country codes of the sellers' dispatch addresses, such as IE FR. Leave empty for any country."
            error={dispatchError}
            onChange={(event) => setDraft({ ...draft, dispatch: event.currentTarget.value })}
          />
        </div>
        <TextAreaField
          label="Places"
          name="areas"
          required
          rows={5}
          value={draft.areas}
          hint="One per line: a country (DE), a state (US HI), postal codes (PT 9000-9499, GB BT-), or * for all other countries. Postal codes come before states, and states before countries."
          error={areaProblem}
          onChange={(event) => setDraft({ ...draft, areas: event.currentTarget.value })}
        />
        <div>
          <h3 className="text-lg">Weight bands</h3>
          <p className="mb-2 max-w-text text-sm text-ink-2">
            Prices without tax. A band starts at its first weight and ends below its last. Weights without a band and bands without a price
            are by quote.
          </p>
          {errors.rates && (
            <p role="alert" className="mb-2 text-sm font-medium text-bad">
              {errors.rates}
            </p>
          )}
          <RateRows
            rates={draft.rates}
            errors={errors}
            change={changeRate}
            {...(!isReadOnly && { onRemove: (key) => setDraft({ ...draft, rates: draft.rates.filter((rate) => rate.key !== key) }) })}
          />
          {!isReadOnly && (
            <button
              type="button"
              className="button hollow small mt-2"
              onClick={() => setDraft({ ...draft, rates: [...draft.rates, nextRate(draft.rates)] })}
            >
              Add weight band
            </button>
          )}
        </div>
      </fieldset>
      <p className="flex flex-wrap items-center justify-end gap-3">
        {isClosing && <span role="status">Your changes aren't saved. Close anyway?</span>}
        <button type="button" className="button hollow" onClick={close}>
          {isClosing ? 'Close without saving' : 'Close'}
        </button>
        {!isReadOnly && (
          <SubmitButton isBusy={isBusy} busy="Saving…">
            {zone ? 'Save zone' : 'Add zone'}
          </SubmitButton>
        )}
      </p>
      {question}
    </form>
  )
}

/** Names the line of a place that is wrong. */
function placeOf(field: string, areas: string): string {
  const at = /^areas\.(\d+)/.exec(field)?.[1]
  const line = at === undefined ? undefined : areas.split('\n').filter((text) => text.trim() !== '')[Number(at)]
  return line === undefined ? '' : `${line.trim()}: `
}
