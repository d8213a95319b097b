import { useRef, useState } from 'react'
import { refreshTabs } from '#app/features/kit/frame/other-tabs.ts'
import { api, messageOf } from '#app/lib/api.ts'
import { download } from '#app/lib/download.ts'
import { count } from '#app/lib/format.ts'
import { queryClient } from '#app/lib/query-client.ts'
import { toast } from '#app/lib/toast.ts'
import { isApiError } from '#contract/errors.ts'

/** Rates as a CSV file: out, and in again. */
export function RatesFile({ mayEdit }: { mayEdit: boolean }) {
  const input = useRef<HTMLInputElement>(null)
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const [lines, setLines] = useState<string[]>([])
  const send = async (file: File) => {
    setBusy(true)
    setProblem(undefined)
    setLines([])
    try {
      const { zones, rates } = await api.shipping.importRates({ body: { csv: await file.text() } })
      toast.success(`Imported ${count(rates, 'rate')} of ${count(zones, 'zone')}.`)
      await refreshTabs(queryClient)
    } catch (failure) {
      setProblem(messageOf(failure, 'The file could not be imported.'))
      setLines(isApiError(failure) ? failure.errors.map(({ message }) => message) : [])
    }
    setBusy(false)
  }
  return (
    <section aria-labelledby="rates-file" className="mt-8">
      <h2 id="rates-file" className="text-xl">
        Import and export rates
      </h2>
      <p className="mt-1 max-w-text text-ink-2">
        CSV with one line for each place and weight band. An import replaces the places and bands of the zones in the file. Thresholds,
        limits and extras of a band stay. If a line has an error, nothing is imported.
      </p>
      <p className="mt-3 flex flex-wrap gap-3">
        <button
          type="button"
          className="button hollow"
          onClick={() => {
            download('/api/admin/shipping/export', 'shipping-rates.csv').catch((failure: unknown) =>
              toast.error(messageOf(failure, 'The file could not be downloaded.')),
            )
          }}
        >
          Download rates
        </button>
        {mayEdit && (
          <button type="button" className="button hollow" disabled={isBusy} onClick={() => input.current?.click()}>
            {isBusy ? 'Importing…' : 'Import rates'}
          </button>
        )}
        <input
          ref={input}
          type="file"
          accept=".csv,text/csv"
          hidden
          aria-label="Rates file"
          onChange={(event) => {
            const file = event.currentTarget.files?.[0]
            event.currentTarget.value = '' // the same file may be chosen again
            if (file) void send(file)
          }}
        />
      </p>
      {problem && (
        <div role="alert" className="notice bad mt-3">
          <p className="font-medium">{problem}</p>
          {lines.length > 0 && (
            <ul className="mt-2 grid gap-1">
              {lines.map((line) => (
                <li key={line}>{line}</li>
              ))}
            </ul>
          )}
        </div>
      )}
    </section>
  )
}
