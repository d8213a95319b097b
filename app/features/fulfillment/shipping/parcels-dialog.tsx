import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ClipboardEvent, type FormEvent, useId, useState } from 'react'
import { FormDialog } from '#app/features/kit/forms/form-dialog.tsx'
import { ordersKey } from '#app/features/orders/queries.ts'
import { messageOf } from '#app/lib/api.ts'
import { count } from '#app/lib/format.ts'
import { pastedColumn } from '#app/lib/pasted-lines.ts'
import { officeKey } from '#app/lib/query-keys.ts'
import { toast } from '#app/lib/toast.ts'
import { useToken } from '#app/lib/token.ts'
import { useRemembered } from '#app/lib/use-remembered.ts'
import { FormFoot } from '#app/ui/dialog.tsx'
import { CheckField, TextField } from '#app/ui/field.tsx'
import { FormProblem } from '#app/ui/form-problem.tsx'
import type { BulkShipment, OpenParcel } from '#contract/fulfillment/shipments.ts'
import { CARRIER_NAMES, trackingProblem } from '#domain/carriers.ts'
import { MAX_PARCELS } from '#domain/shipment.ts'
import type { ParcelApi, SentParcel } from './parcel-api.ts'
import type { ParcelRow } from './parcel-rows.ts'

/** Carrier and number as typed for a parcel, and why it was refused; without a carrier of its own it goes with that of all. */
interface Typed {
  carrier?: string
  trackingNumber?: string
  reason?: string
}

interface ParcelsDialogProps extends Pick<ParcelApi, 'ship'> {
  /** Rows of the chosen orders. */
  all: readonly ParcelRow[]
  /** Called once everything has left. */
  onDone: () => void
  onClose: () => void
}

type OpenRow = ParcelRow & { parcel: OpenParcel }

const isOpen = (row: ParcelRow): row is OpenRow => row.parcel !== null
const COLUMNS = 'gap-x-3 sm:grid-cols-[minmax(0,1fr)_8rem_14rem]'
const HEADINGS = ['Order', 'Carrier', 'Tracking number']

const isText = (value: unknown): value is string => typeof value === 'string'

/** Sends parcels some at a time, as many as a call takes. */
async function shipAll(ship: ParcelApi['ship'], parcels: SentParcel[]): Promise<BulkShipment> {
  const all: BulkShipment = { shipped: 0, unchanged: 0, refused: [] }
  for (let at = 0; at < parcels.length; at += MAX_PARCELS) {
    const { shipped, unchanged, refused } = await ship(parcels.slice(at, at + MAX_PARCELS))
    all.shipped += shipped
    all.unchanged += unchanged
    all.refused.push(...refused.map((one) => ({ ...one, index: one.index + at })))
  }
  return all
}

/** A row for each parcel of the chosen orders: carrier and tracking number, typed or pasted as a column, sent at once. */
export function ParcelsDialog({ all, ship, onDone, onClose }: ParcelsDialogProps) {
  const token = useToken((state) => state.token)
  const client = useQueryClient()
  const carriers = useId()
  const [usual, remember] = useRemembered('carrier', isText, '')
  const [carrier, setCarrier] = useState(usual)
  const [typed, setTyped] = useState<Record<string, Typed>>({})
  const [withoutNumber, setWithoutNumber] = useState(false)
  const [gone, setGone] = useState<ReadonlySet<string>>(new Set())
  const [wrong, setWrong] = useState<string>()
  const shown = all.filter(({ key }) => !gone.has(key))
  const rows = shown.filter(isOpen)
  const rowOf = ({ key }: ParcelRow) => {
    const { trackingNumber = '', reason, ...own } = typed[key] ?? {}
    const by = own.carrier ?? carrier
    return { trackingNumber, carrier: by, problem: reason ?? trackingProblem(by, trackingNumber) }
  }
  const sent = rows.filter((row) => withoutNumber || rowOf(row).trackingNumber.trim() !== '')
  const withChange = ({ key }: ParcelRow, more: Typed): [string, Typed] => {
    const { reason: _reason, ...before } = typed[key] ?? {}
    return [key, { ...before, ...more }]
  }
  const change = (row: ParcelRow, more: Typed) => setTyped({ ...typed, ...Object.fromEntries([withChange(row, more)]) })
  const send = useMutation({
    mutationFn: () =>
      shipAll(
        ship,
        sent.map((row) => {
          const { parcel } = row
          const { carrier: by, trackingNumber } = rowOf(row)
          return { orderId: parcel.orderId, businessId: parcel.businessId, carrier: by.trim(), trackingNumber: trackingNumber.trim() }
        }),
      ),
    onSuccess: ({ shipped, unchanged, refused }) => {
      remember(carrier)
      const reasons = new Map(refused.map(({ index, reason }) => [index, reason]))
      const left = sent.filter((_row, index) => !reasons.has(index))
      if (shipped + unchanged > 0) toast.success(`${count(shipped + unchanged, 'parcel is', 'parcels are')} on the way`)
      setGone(new Set([...gone, ...left.map(({ key }) => key)]))
      setTyped({
        ...typed,
        ...Object.fromEntries(
          sent.flatMap(({ key }, index) => {
            const reason = reasons.get(index)
            return reason === undefined ? [] : [[key, { ...typed[key], reason }]]
          }),
        ),
      })
      if (refused.length > 0) setWrong(`${count(refused.length, 'parcel was', 'parcels were')} not shipped. The reasons are at their rows.`)
      else if (left.length === rows.length) {
        onDone()
        onClose()
      }
    },
    onSettled: () =>
      Promise.all([client.invalidateQueries({ queryKey: ordersKey(token) }), client.invalidateQueries({ queryKey: officeKey(token) })]),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (send.isPending) return
    const unlikely = sent.filter((row) => trackingProblem(rowOf(row).carrier, rowOf(row).trackingNumber) !== null)
    if (unlikely.length > 0) return setWrong(`Check ${count(unlikely.length, 'tracking number')}: the reasons are at the rows.`)
    if (sent.length === 0) return setWrong('Enter at least one tracking number')
    setWrong(undefined)
    send.mutate()
  }
  /** Fills the numbers from the row that was pasted into down to the last one, if the column has a line for each. */
  const paste = (event: ClipboardEvent, into: ParcelRow) => {
    const pasted = pastedColumn(event, shown, into, isOpen)
    if (!pasted) return
    if ('problem' in pasted) return setWrong(pasted.problem)
    setWrong(undefined)
    setTyped({ ...typed, ...Object.fromEntries(pasted.filled.map(([row, trackingNumber]) => withChange(row, { trackingNumber }))) })
  }
  const leftOut = all.filter(({ parcel }) => parcel === null).length
  const several = new Set(rows.map(({ parcel }) => parcel.businessId)).size > 1
  return (
    <FormDialog
      title={rows.length > 0 ? `Ship ${count(rows.length, 'parcel')}` : 'Nothing to ship'}
      isWide
      isDirty={rows.some(({ key }) => typed[key]?.trackingNumber)}
      onClose={onClose}
    >
      <form onSubmit={submit} className="mt-3 grid gap-4">
        <FormProblem
          text={wrong ?? (send.isError ? messageOf(send.error, 'The parcels could not be shipped. Please try again.') : undefined)}
        />
        {leftOut > 0 && (
          <p className="notice">
            {count(leftOut, "row can't be shipped: its reason is", "rows can't be shipped: their reasons are")} below.
          </p>
        )}
        {rows.length > 0 && (
          <>
            <p className="max-w-text text-ink-2">
              Each buyer gets an email right away. You can paste a column of tracking numbers from a spreadsheet into the first field: one
              line for each row below, in this order, with an empty line where a row gets no number
              {leftOut > 0 && ", also for rows that can't be shipped"}.
            </p>
            <TextField
              label="Carrier"
              list={carriers}
              maxLength={80}
              autoComplete="off"
              value={carrier}
              onChange={({ target }) => setCarrier(target.value)}
              hint="Of all parcels that have no other below"
            />
            <datalist id={carriers}>
              {CARRIER_NAMES.map((name) => (
                <option key={name}>{name}</option>
              ))}
            </datalist>
          </>
        )}
        {shown.length > 0 && (
          <div className="max-h-[45vh] overflow-y-auto p-1">
            <p className={`hidden pb-2 text-sm font-medium sm:grid ${COLUMNS}`} aria-hidden>
              {HEADINGS.map((heading) => (
                <span key={heading}>{heading}</span>
              ))}
            </p>
            <ul className="grid gap-3" aria-label="Parcels">
              {shown.map((row) => (
                <li key={row.key} className={`grid items-start gap-y-1 ${COLUMNS}`}>
                  {isOpen(row) ? (
                    <>
                      <RowHead row={row} several={several} />
                      <label className="grid gap-1">
                        <span className="text-sm text-ink-2 sm:sr-only">
                          Carrier<span className="sr-only"> of {row.number}</span>
                        </span>
                        <input
                          className="input w-full"
                          placeholder={carrier || 'Carrier'}
                          list={carriers}
                          autoComplete="off"
                          maxLength={80}
                          value={typed[row.key]?.carrier ?? ''}
                          onChange={({ target }) => change(row, { carrier: target.value })}
                        />
                      </label>
                      <NumberField
                        number={row.number}
                        {...rowOf(row)}
                        onChange={(trackingNumber) => change(row, { trackingNumber })}
                        onPaste={(event) => paste(event, row)}
                      />
                    </>
                  ) : (
                    <LeftOutRow row={row} trackingNumber={rowOf(row).trackingNumber} />
                  )}
                </li>
              ))}
            </ul>
          </div>
        )}
        {rows.length > 0 && (
          <CheckField
            label="Also ship parcels without a tracking number"
            checked={withoutNumber}
            onChange={({ target }) => setWithoutNumber(target.checked)}
          />
        )}
        <FormFoot cancel="Close" isBusy={send.isPending} busy="Shipping…">
          {rows.length > 0 && `Ship ${count(sent.length, 'parcel')}`}
        </FormFoot>
      </form>
    </FormDialog>
  )
}

function RowHead({ row: { number, parcel }, several }: { row: OpenRow; several: boolean }) {
  const { recipient, businessName, units, lines } = parcel
  return (
    <span className="min-w-0">
      <span className="font-medium">{number}</span>{' '}
      <span title={lines.map((line) => `${line.units} × ${line.name}`).join(', ')}>{count(units, 'unit')}</span>
      <bdi className="block truncate text-sm text-ink-2">{[recipient, several && businessName].filter(Boolean).join(' · ')}</bdi>
    </span>
  )
}

/** A chosen order that can't be shipped: it takes a place in a pasted column, whose number for it is not used. */
function LeftOutRow({ row, trackingNumber }: { row: ParcelRow; trackingNumber: string }) {
  return (
    <>
      <span className="font-medium text-ink-2">{row.number}</span>
      <span className="text-sm text-ink-2 sm:col-span-2">
        {row.parcel === null && row.reason}
        {trackingNumber && ` ${trackingNumber} is not used.`}
      </span>
    </>
  )
}

interface NumberFieldProps {
  number: string
  trackingNumber: string
  problem: string | null
  onChange: (trackingNumber: string) => void
  onPaste: (event: ClipboardEvent) => void
}

function NumberField({ number, trackingNumber, problem, onChange, onPaste }: NumberFieldProps) {
  const id = useId()
  return (
    <span className="field">
      <label className="grid gap-1">
        <span className="text-sm text-ink-2 sm:sr-only">
          Tracking number<span className="sr-only"> of {number}</span>
        </span>
        <input
          className="input w-full"
          aria-invalid={problem !== null || undefined}
          aria-describedby={problem === null ? undefined : id}
          placeholder="Tracking number"
          autoComplete="off"
          maxLength={120}
          value={trackingNumber}
          onChange={({ target }) => onChange(target.value)}
          onPaste={onPaste}
        />
      </label>
      {problem !== null && (
        <span id={id} className="error">
          {problem}
        </span>
      )}
    </span>
  )
}
