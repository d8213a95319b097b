import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ordersKey } from '#app/features/orders/queries.ts'
import { messageOf } from '#app/lib/api.ts'
import { download } from '#app/lib/download.ts'
import { count, figure } from '#app/lib/format.ts'
import { officeKey } from '#app/lib/query-keys.ts'
import { toast } from '#app/lib/toast.ts'
import { useToken } from '#app/lib/token.ts'
import { BusyButton } from '#app/ui/busy-button.tsx'
import { Dialog, FormFoot } from '#app/ui/dialog.tsx'
import { TextField } from '#app/ui/field.tsx'
import { FormProblem } from '#app/ui/form-problem.tsx'
import type { TrackingImport as Report } from '#contract/fulfillment/shipments.ts'
import type { ParcelApi } from './parcel-api.ts'

/** Ships parcels by a file of tracking numbers, which is checked first. */
export function TrackingImport({ parcels }: { parcels: ParcelApi }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button type="button" className="button hollow small" onClick={() => setOpen(true)}>
        Import tracking
      </button>
      {isOpen && <ImportDialog parcels={parcels} onClose={() => setOpen(false)} />}
    </>
  )
}

function formOf(file: File, isCheck: boolean): FormData {
  const form = new FormData()
  form.set('file', file)
  form.set('check', String(isCheck))
  return form
}

function ImportDialog({ parcels, onClose }: { parcels: ParcelApi; onClose: () => void }) {
  const token = useToken((state) => state.token)
  const client = useQueryClient()
  const [file, setFile] = useState<File>()
  const [isLoading, setLoading] = useState(false)
  const check = useMutation({ mutationFn: (chosen: File) => parcels.importFile(formOf(chosen, true)) })
  const ship = useMutation({
    mutationFn: (chosen: File) => parcels.importFile(formOf(chosen, false)),
    onSuccess: ({ shipped, unchanged, errors }) => {
      toast.success(
        [`${count(shipped, 'parcel is', 'parcels are')} on the way.`, unchanged > 0 && `${figure(unchanged)} had left before.`]
          .filter(Boolean)
          .join(' '),
      )
      if (errors.length === 0) onClose()
    },
    onSettled: () =>
      Promise.all([client.invalidateQueries({ queryKey: ordersKey(token) }), client.invalidateQueries({ queryKey: officeKey(token) })]),
  })
  const choose = (chosen: File | undefined) => {
    setFile(chosen)
    ship.reset()
    check.reset()
    if (chosen) check.mutate(chosen)
  }
  const load = async () => {
    setLoading(true)
    await download(parcels.exportPath, 'to-ship.xlsx').catch((error: unknown) =>
      toast.error(messageOf(error, 'The file could not be downloaded. Please try again.')),
    )
    setLoading(false)
  }
  const failed = ship.error ?? check.error
  const report = ship.data ?? check.data
  const isReady = file !== undefined && check.data !== undefined && ship.data === undefined && shippable(check.data) > 0
  return (
    <Dialog title="Import tracking numbers" isWide mayClose={() => !ship.isPending} onClose={onClose}>
      <form
        className="mt-3 grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          if (file && isReady && !ship.isPending) ship.mutate(file)
        }}
      >
        <FormProblem text={failed ? messageOf(failed, 'The file could not be read. Please try again.') : undefined} />
        <p className="max-w-text text-ink-2">
          A table (CSV or Excel) with the columns Order, Carrier and Tracking number; for a part of an order also SKU and Quantity. Each
          buyer gets an email right away, once for each number.
        </p>
        <p>
          <BusyButton className="button hollow small" isBusy={isLoading} busy="Creating it..." onPress={() => void load()}>
            Download what is to ship
          </BusyButton>
        </p>
        <TextField
          label="File with tracking numbers"
          type="file"
          name="file"
          accept=".csv,.xlsx,text/csv"
          onChange={({ target }) => choose(target.files?.[0])}
        />
        <div role="status">
          {check.isPending && <p>Checking the file…</p>}
          {report && <ReportView report={report} isDone={ship.data !== undefined} />}
        </div>
        <FormFoot cancel="Close" isBusy={ship.isPending} busy="Shipping…">
          {isReady && `Ship ${count(shippable(check.data), 'parcel')}`}
        </FormFoot>
      </form>
    </Dialog>
  )
}

/** Returns the number of parcels of a checked file that have not left before. */
const shippable = ({ parcels, unchanged }: Report) => parcels - unchanged

function ReportView({ report, isDone }: { report: Report; isDone: boolean }) {
  const { rows, shipped, unchanged, errors } = report
  return (
    <>
      <p>
        {isDone
          ? `${count(shipped, 'parcel is', 'parcels are')} on the way.`
          : `${count(rows, 'row')}, ${count(shippable(report), 'parcel')} that can be shipped.`}
        {unchanged > 0 && ` ${figure(unchanged)} had left before.`}
        {errors.length > 0 && ` ${count(errors.length, 'row')} ${isDone ? 'changed nothing' : 'will be left out'}:`}
      </p>
      {errors.length > 0 && (
        <ul className="mt-2 grid max-h-[30vh] gap-1 overflow-y-auto">
          {errors.map(({ row, message }) => (
            <li key={`${row} ${message}`}>
              <span className="font-medium">Row {row}:</span> {message}
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
