import { useState } from 'react'
import { usePageUser } from '#app/features/kit/session/use-session.ts'
import { monthOptions } from '#app/features/payments/documents/months.ts'
import { toastFailure } from '#app/lib/api.ts'
import { download } from '#app/lib/download.ts'
import { getShop } from '#app/lib/shop.ts'
import { BusyButton } from '#app/ui/busy-button.tsx'
import { SelectField } from '#app/ui/field.tsx'
import { wallClock } from '#domain/time.ts'

const MONTHS = 24
const YEARS = 3

/** Files for the bookkeeping: the journal of a month, and for super admins the figures of sellers in a year. */
export function AccountingFiles() {
  const [now] = useState(() => wallClock(new Date(), getShop().timeZone))
  const months = monthOptions(now, MONTHS)
  const years = Array.from({ length: YEARS }, (_, back) => String(now.getUTCFullYear() - back))
  const [month, setMonth] = useState(months[0]?.value ?? '')
  const [year, setYear] = useState(years[0] ?? '')
  const isSuper = usePageUser()?.role === 'super_admin'
  const [busy, setBusy] = useState('')
  const save = async (name: string, path: string) => {
    setBusy(name)
    await download(path, name).catch((error: unknown) => toastFailure(error, 'The file could not be created. Please try again.'))
    setBusy('')
  }
  const journal = (format: 'csv' | 'datev') => `/api/admin/accounting/journal?${new URLSearchParams({ month, format })}`
  const button = (label: string, name: string, path: string) => (
    <BusyButton className="button hollow" isBusy={busy === name} busy="Writing..." onPress={() => void save(name, path)}>
      {label}
    </BusyButton>
  )
  return (
    <section aria-labelledby="accounting-files" className="frame mt-6 p-5">
      <h2 id="accounting-files" className="text-xl">
        Files
      </h2>
      <div className="mt-3 flex flex-wrap gap-x-8 gap-y-4">
        <div className="flex flex-wrap items-end gap-3">
          <SelectField label="Month" value={month} onChange={({ target }) => setMonth(target.value)}>
            {months.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </SelectField>
          {button('Journal (CSV)', `journal-${month}.csv`, journal('csv'))}
          {button('DATEV file', `datev-${month}.csv`, journal('datev'))}
        </div>
        {isSuper && (
          <div className="flex flex-wrap items-end gap-3">
            <SelectField label="Year" value={year} onChange={({ target }) => setYear(target.value)}>
              {years.map((value) => (
                <option key={value}>{value}</option>
              ))}
            </SelectField>
            {button("Sellers' figures (CSV)", `sellers-${year}.csv`, `/api/admin/accounting/sellers?${new URLSearchParams({ year })}`)}
          </div>
        )}
      </div>
    </section>
  )
}
