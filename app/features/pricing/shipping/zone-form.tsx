import { checkForm } from '#app/features/kit/forms/check-form.ts'
import { RecordForm } from '#app/features/kit/forms/record-form.tsx'
import { useStateForm } from '#app/features/kit/forms/use-state-form.ts'
import { useClosing } from '#app/features/kit/forms/use-unsaved-guard.tsx'
import { refreshTabs } from '#app/features/kit/frame/other-tabs.ts'
import { queryClient } from '#app/lib/query-client.ts'
import { toast } from '#app/lib/toast.ts'
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

/** The form of a shipping zone: its places and its weight bands. */
export function ZoneForm({ zone, isReadOnly = false, save, onClose }: ZoneFormProps) {
  const form = useStateForm<Zone | null, ZoneDraft, void>({
    record: zone,
    valuesOf: toDraft,
    check: checkForm,
    failed: 'The zone could not be saved.',
    send: async (draft, version) => {
      const saved = await save(toBody(draft, version))
      form.saved(saved)
      toast.success(`${saved.name} saved. It applies to carts right away.`)
      await refreshTabs(queryClient)
      onClose()
    },
    labels: { dispatch: 'Ships from', rates: 'Weight bands' },
    wordsOf: (rows) => (rows as RateDraft[]).map(bandInWords).join('; '), // only the bands are rows
  })
  const closing = useClosing(form.isDirty, onClose)
  const { values: draft, errors, change } = form
  const changeRate = (key: number, values: Partial<RateDraft>) =>
    change({ rates: draft.rates.map((rate) => (rate.key === key ? { ...rate, ...values } : rate)) })
  const areaError = Object.entries(errors).find(([field]) => field.startsWith('areas'))
  const areaProblem = areaError && placeOf(areaError[0], draft.areas) + (areaError[1] ?? '')
  const dispatchError = Object.entries(errors).find(([field]) => field.startsWith('dispatchCountries'))?.[1]
  return (
    <RecordForm
      form={form}
      {...closing}
      save={!isReadOnly && (zone ? 'Save zone' : 'Add zone')}
      foot="items-center"
      className="panel mt-3 grid grid-cols-[minmax(0,1fr)] gap-4 p-4.5"
      aria-label={zone ? `${isReadOnly ? 'View' : 'Edit'} ${zone.name}` : 'Add zone'}
    >
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
            onChange={(event) => change({ name: event.currentTarget.value })}
          />
          <TextField
            label="Ships from"
            name="dispatchCountries"
            isOptional
            value={draft.dispatch}
            hint="Country codes of the sellers' dispatch addresses, such as IE FR. Leave empty for any country."
            error={dispatchError}
            onChange={(event) => change({ dispatch: event.currentTarget.value })}
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
          onChange={(event) => change({ areas: event.currentTarget.value })}
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
            {...(!isReadOnly && { onRemove: (key) => change({ rates: draft.rates.filter((rate) => rate.key !== key) }) })}
          />
          {!isReadOnly && (
            <button
              type="button"
              className="button hollow small mt-2"
              onClick={() => change({ rates: [...draft.rates, nextRate(draft.rates)] })}
            >
              Add weight band
            </button>
          )}
        </div>
      </fieldset>
    </RecordForm>
  )
}

/** Names the line of a place that is wrong. */
function placeOf(field: string, areas: string): string {
  const at = /^areas\.(\d+)/.exec(field)?.[1]
  const line = at === undefined ? undefined : areas.split('\n').filter((text) => text.trim() !== '')[Number(at)]
  return line === undefined ? '' : `${line.trim()}: `
}
