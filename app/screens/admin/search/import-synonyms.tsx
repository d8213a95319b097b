import { useState } from 'react'
import { FormDialog } from '#app/features/kit/forms/form-dialog.tsx'
import { RecordForm } from '#app/features/kit/forms/record-form.tsx'
import { useForm } from '#app/features/kit/forms/use-form.ts'
import { refreshTabs } from '#app/features/kit/frame/other-tabs.ts'
import { api } from '#app/lib/api.ts'
import { count, figure } from '#app/lib/format.ts'
import { queryClient } from '#app/lib/query-client.ts'
import { toast } from '#app/lib/toast.ts'
import { TextField } from '#app/ui/field.tsx'
import type { SynonymImport, SynonymRowProblem } from '#contract/content/synonyms.ts'
import { isApiError } from '#contract/errors.ts'
import { MAX_FILE_BYTES, MAX_GROUPS } from '#domain/search/synonym-file.ts'

const resultOf = ({ added, updated, unchanged }: SynonymImport) =>
  `${count(added, 'synonym')} added, ${figure(updated)} changed, ${figure(unchanged)} unchanged.`

/** Returns the rows that the server has refused. */
function rowsOf(failure: unknown): readonly SynonymRowProblem[] {
  const rows = isApiError(failure) && failure.problem.code === 'synonym_rows' ? failure.problem.rows : null
  return Array.isArray(rows) ? (rows as SynonymRowProblem[]) : [] // as the call describes them
}

/** Import of synonyms from a file, all of it or nothing. */
export function ImportSynonyms({ onClose }: { onClose: () => void }) {
  const [rows, setRows] = useState<readonly SynonymRowProblem[]>([])
  const form = useForm({
    failed: 'The synonyms could not be imported.',
    check: (form) => {
      const file = new FormData(form).get('file')
      if (!(file instanceof File) || file.name === '') return { file: 'Please choose a file.' }
      return file.size > MAX_FILE_BYTES ? { file: 'This file is larger than 1 MB. Split it and try again.' } : {}
    },
    send: async (form) => {
      setRows([])
      try {
        toast.success(resultOf(await api.synonyms.importFile({ form })))
      } catch (failure) {
        setRows(rowsOf(failure))
        throw failure
      }
      await refreshTabs(queryClient)
      onClose()
    },
  })
  return (
    <FormDialog title="Import synonyms" isDirty={false} onClose={onClose}>
      <RecordForm form={form} save="Import synonyms" busy="Importing…" foot="">
        {rows.length > 0 && <BadRows rows={rows} />}
        <p>
          CSV or Excel (.xlsx) with the columns language, kind, terms and targets, up to {figure(MAX_GROUPS)} synonyms and 1 MB. Separate
          terms with semicolons. You can import an export of this list as it is.
        </p>
        <p>
          A row with the language, kind and first term of an existing synonym updates it. All other rows are added, and nothing is deleted.
          If a row has an error, nothing is imported.
        </p>
        <TextField
          label="File"
          name="file"
          type="file"
          accept=".csv,.xlsx,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
          required
          error={form.errors.file}
        />
      </RecordForm>
    </FormDialog>
  )
}

/** The rows of a file that can't be imported, each with its line. */
function BadRows({ rows }: { rows: readonly SynonymRowProblem[] }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
    <section aria-label="Rows to correct" tabIndex={0} className="max-h-[34rem] overflow-auto border-[1.5px] border-line px-3">
      <ul>
        {rows.map(({ line, message }) => (
          <li key={`${line} ${message}`} className="flex gap-3 py-1.5 not-first:border-t-[1.5px] not-first:border-line">
            <span className="flex-none font-medium tabular-nums">Line {figure(line)}</span>
            <span className="wrap-anywhere">{message}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
