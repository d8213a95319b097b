import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { checkForm } from '#app/features/kit/forms/check-form.ts'
import { FormDialog } from '#app/features/kit/forms/form-dialog.tsx'
import { RecordForm } from '#app/features/kit/forms/record-form.tsx'
import { useForm } from '#app/features/kit/forms/use-form.ts'
import { refreshTabs } from '#app/features/kit/frame/other-tabs.ts'
import { Writers } from '#app/features/kit/frame/writers.tsx'
import { api } from '#app/lib/api.ts'
import { figure, instant } from '#app/lib/format.ts'
import { queryClient } from '#app/lib/query-client.ts'
import { getShop } from '#app/lib/shop.ts'
import { useToken } from '#app/lib/token.ts'
import { SelectField, TextField } from '#app/ui/field.tsx'
import { Load } from '#app/ui/load.tsx'
import { type Column, RowTable } from '#app/ui/row-table.tsx'
import type { BankFile } from '#contract/fulfillment/bank-files.ts'
import { CURRENCIES } from '#domain/money.ts'
import { bankFilesQuery } from './bank-queries.ts'

export const meta = () => [{ title: `Bank statements | ${getShop().name}` }, { name: 'robots', content: 'noindex' }]

const MAX_BYTES = 5 * 1024 * 1024

type Summary = Omit<BankFile, 'transfers'>

const COLUMNS: readonly Column<Summary>[] = [
  {
    title: 'File',
    cell: ({ id, name }) => (
      <Link to={`/admin/bank-files/${id}`} className="font-medium wrap-anywhere">
        <bdi>{name}</bdi>
      </Link>
    ),
  },
  { title: 'Added', cell: ({ createdAt, by }) => `${instant(createdAt)}${by ? `, ${by}` : ''}` },
  { title: 'Transfers', isAmount: true, cell: ({ transferCount }) => figure(transferCount) },
  {
    title: 'Waiting',
    isAmount: true,
    cell: ({ waitingCount }) => (waitingCount > 0 ? <span className="status warn">{figure(waitingCount)}</span> : '0'),
  },
]

/** Bank statements that staff added, with what of them waits. */
export default function BankFilesScreen() {
  const token = useToken((state) => state.token)
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <h1>Bank statements</h1>
        <Writers>
          <button type="button" className="button" onClick={() => setOpen(true)}>
            Add statement
          </button>
        </Writers>
      </div>
      <p className="mt-2 mb-5 max-w-text text-ink-2">
        Add the statement of your bank. Its transfers are matched with open orders, and you confirm their payments at once.
      </p>
      <Load read={bankFilesQuery(token)} failure="The bank statements could not be loaded.">
        {(files) =>
          files.length === 0 ? (
            <p className="panel p-5 text-ink-2">No bank statements yet.</p>
          ) : (
            <RowTable
              label="Bank statements"
              columns={COLUMNS}
              rows={files}
              keyOf={({ id }) => id}
              hrefOf={({ id }) => `/admin/bank-files/${id}`}
            />
          )
        }
      </Load>
      {isOpen && <AddDialog onClose={() => setOpen(false)} />}
    </>
  )
}

function AddDialog({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate()
  const form = useForm({
    failed: 'The statement could not be added. Please try again.',
    check: (element) => {
      const file = new FormData(element).get('file')
      const isTooLarge = file instanceof File && file.size > MAX_BYTES
      return { ...checkForm(element), ...(isTooLarge && { file: 'This file is larger than 5 MB. Split it and try again.' }) }
    },
    send: async (fields) => {
      const currency = CURRENCIES.find((code) => code === fields.get('currency'))
      const { id, reading } = await api.bankFiles.add({ form: fields, query: currency ? { currency } : {} })
      await refreshTabs(queryClient)
      void navigate(`/admin/bank-files/${id}`, { state: { reading } })
    },
  })
  return (
    <FormDialog title="Add bank statement" isDirty={false} onClose={onClose}>
      <RecordForm form={form} cancel="Back" save="Add statement" busy="Reading..." foot="">
        <p>The file that your bank offers for download: CAMT.053 (XML), or a table (CSV) with booking day, amount, payer and text.</p>
        <TextField
          label="File"
          name="file"
          type="file"
          accept=".xml,.csv,.txt,text/csv,text/xml,application/xml"
          required
          hint="Transfers that an earlier statement had are left out."
          error={form.errors.file}
        />
        <SelectField label="Currency" name="currency" hint="Where the file names one, that one counts." error={form.errors.currency}>
          <option value="">As the file says</option>
          {CURRENCIES.map((code) => (
            <option key={code}>{code}</option>
          ))}
        </SelectField>
      </RecordForm>
    </FormDialog>
  )
}
