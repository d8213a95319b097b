import { checkForm } from '#app/features/kit/forms/check-form.ts'
import { RecordForm } from '#app/features/kit/forms/record-form.tsx'
import { useForm } from '#app/features/kit/forms/use-form.ts'
import { useRecordForm } from '#app/features/kit/forms/use-record-form.ts'
import { refreshTabs } from '#app/features/kit/frame/other-tabs.ts'
import { api } from '#app/lib/api.ts'
import { textOf } from '#app/lib/form-text.ts'
import { count } from '#app/lib/format.ts'
import { queryClient } from '#app/lib/query-client.ts'
import { toast } from '#app/lib/toast.ts'
import { TextField } from '#app/ui/field.tsx'
import type { ExchangeRate } from '#contract/pricing/tax.ts'

/** The form of a reference rate; null: a new one. */
export function ExchangeRateForm({ rate, onSaved }: { rate: ExchangeRate | null; onSaved: () => void }) {
  const form = useRecordForm({
    record: rate,
    check: checkForm,
    failed: 'The exchange rate could not be saved.',
    send: async (fields, shown) => {
      const perEur = Number(textOf(fields, 'perEur'))
      const [on, currency] = [textOf(fields, 'day'), textOf(fields, 'currency').trim().toUpperCase()]
      if (shown) await api.tax.changeExchangeRate({ params: { id: shown.id }, body: { perEur, version: shown.version } })
      else await api.tax.addExchangeRates({ body: { day: on, currency, perEur } })
      toast.success(rate ? 'Exchange rate saved.' : 'Exchange rate added.')
      await refreshTabs(queryClient)
      onSaved()
    },
  })
  const { errors, shown } = form
  return (
    <RecordForm form={form} save={rate ? 'Save exchange rate' : 'Add exchange rate'} foot="py-3 bg-surface">
      {!rate && (
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField label="Day" name="day" type="date" required error={errors.day} />
          <TextField
            label="Currency"
            name="currency"
            required
            maxLength={3}
            defaultValue="USD"
            autoComplete="off"
            error={errors.currency}
          />
        </div>
      )}
      <TextField
        label="Units for 1 EUR"
        name="perEur"
        type="number"
        inputMode="decimal"
        min={0.000001}
        step="0.000001"
        required
        defaultValue={shown?.perEur}
        error={errors.perEur}
      />
    </RecordForm>
  )
}

/** A field for the CSV file of the European Central Bank. */
export function ExchangeRateUpload({ onSaved }: { onSaved: () => void }) {
  const form = useForm({
    check: checkForm,
    failed: 'The file could not be uploaded.',
    send: async (fields) => {
      const file = fields.get('csv')
      const csv = file instanceof File ? await file.text() : ''
      const { added } = await api.tax.addExchangeRates({ body: { csv } })
      toast.success(`${count(added, 'exchange rate')} added.`)
      await refreshTabs(queryClient)
      onSaved()
    },
  })
  return (
    <RecordForm form={form} save="Upload rates" busy="Uploading…" foot="">
      <TextField
        label="CSV file of the European Central Bank"
        name="csv"
        type="file"
        accept=".csv,text/csv"
        required
        hint="One column per currency, one line per day. Existing rates are kept."
        error={form.errors.csv}
      />
    </RecordForm>
  )
}
