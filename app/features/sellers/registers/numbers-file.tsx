import { useRef, useState } from 'react'
import { refreshTabs } from '#app/features/kit/frame/other-tabs.ts'
import { api, messageOf } from '#app/lib/api.ts'
import { download } from '#app/lib/download.ts'
import { queryClient } from '#app/lib/query-client.ts'
import { toast } from '#app/lib/toast.ts'
import { CheckField } from '#app/ui/field.tsx'
import { isApiError } from '#contract/errors.ts'

/** Numbers as a CSV file: out, and in again. */
export function NumbersFile() {
  const input = useRef<HTMLInputElement>(null)
  const [isBusy, setBusy] = useState(false)
  const [confirms, setConfirms] = useState(false)
  const [problems, setProblems] = useState<string[]>([])
  const send = async (file: File) => {
    setBusy(true)
    setProblems([])
    try {
      await api.registers.importOfBusiness({ body: { csv: await file.text(), confirms } })
      toast.success('Numbers imported. New and changed ones are confirmed by the shop.')
      await refreshTabs(queryClient)
    } catch (failure) {
      const lines = isApiError(failure) ? failure.errors.map(({ message }) => message) : []
      setProblems(lines.length > 0 ? lines : [messageOf(failure, 'The file could not be imported.')])
    }
    setBusy(false)
  }
  return (
    <section aria-labelledby="numbers-file" className="mt-8">
      <h2 id="numbers-file" className="text-xl">
        Import and export numbers
      </h2>
      <p className="mt-1 max-w-text text-ink-2">
        CSV with the columns country, register (packaging or electrical), number, system, firstDay and lastDay. An import adds numbers and
        changes those of the same country and register. If a line has an error, nothing is imported.
      </p>
      <div className="mt-3">
        <CheckField
          label="I confirm that everything I sell in the countries of the file is covered by these registrations"
          name="confirmsFile"
          checked={confirms}
          onChange={(event) => setConfirms(event.currentTarget.checked)}
        />
      </div>
      <p className="mt-3 flex flex-wrap gap-3">
        <button
          type="button"
          className="button hollow"
          onClick={() => {
            download('/api/business/registrations/export', 'register-numbers.csv').catch((failure: unknown) =>
              toast.error(messageOf(failure, 'The file could not be downloaded.')),
            )
          }}
        >
          Download numbers
        </button>
        <button type="button" className="button hollow" disabled={isBusy || !confirms} onClick={() => input.current?.click()}>
          {isBusy ? 'Importing…' : 'Import numbers'}
        </button>
        <input
          ref={input}
          type="file"
          accept=".csv,text/csv"
          hidden
          aria-label="Numbers file"
          onChange={(event) => {
            const file = event.currentTarget.files?.[0]
            event.currentTarget.value = '' // the same file may be chosen again
            if (file) void send(file)
          }}
        />
      </p>
      {problems.length > 0 && (
        <div role="alert" className="notice bad mt-3">
          <p className="font-medium">Nothing was imported.</p>
          <ul className="mt-2 grid gap-1">
            {problems.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </div>
      )}
    </section>
  )
}
