import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ClipboardEvent, type FormEvent, useId, useState } from 'react'
import { FormDialog } from '#app/features/kit/forms/form-dialog.tsx'
import { ordersKey } from '#app/features/orders/queries.ts'
import { messageOf } from '#app/lib/api.ts'
import { count } from '#app/lib/format.ts'
import { pastedLines } from '#app/lib/pasted-lines.ts'
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

/** Carrier and number as typed for a parcel, and why it was refused; without a carrier of its own it goes with that of all. */
interface Typed {
  carrier?: string
  trackingNumber?: string
  reason?: string
}

interface ParcelsDialogProps extends Pick<ParcelApi, 'ship'> {
  parcels: readonly OpenParcel[]
  /** Orders that were chosen. */
  selected: number
  /** Called once everything has left. */
  onDone: () => void
  onClose: () => void
}

const keyOf = ({ orderId, businessId }: OpenParcel) => `${orderId} ${businessId}`
const isText = (value: unknown): value is string => typeof value === 'string'

/** Says why chosen orders are not in the table; '' where all are. */
function leftOutText(parcels: readonly OpenParcel[], selected: number): string {
  const pending = new Set(parcels.filter(({ canShip }) => !canShip).map(({ orderId }) => orderId)).size
  const done = selected - new Set(parcels.map(({ orderId }) => orderId)).size
  return [
    pending > 0 && `${count(pending, 'order is', 'orders are')} not being processed yet: start processing first.`,
    done > 0 && `${count(done, 'order has', 'orders have')} nothing left to ship.`,
  ]
    .filter(Boolean)
    .join(' ')
}

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
export function ParcelsDialog({ parcels, selected, ship, onDone, onClose }: ParcelsDialogProps) {
  const token = useToken((state) => state.token)
  const client = useQueryClient()
  const carriers = useId()
  const [usual, remember] = useRemembered('carrier', isText, '')
  const [carrier, setCarrier] = useState(usual)
  const [typed, setTyped] = useState<Record<string, Typed>>({})
  const [withoutNumber, setWithoutNumber] = useState(false)
  const [gone, setGone] = useState<ReadonlySet<string>>(new Set())
  const [wrong, setWrong] = useState<string>()
  const rows = parcels.filter((parcel) => parcel.canShip && !gone.has(keyOf(parcel)))
  const rowOf = (parcel: OpenParcel) => {
    const { trackingNumber = '', reason, ...own } = typed[keyOf(parcel)] ?? {}
    const by = own.carrier ?? carrier
    return { trackingNumber, carrier: by, problem: reason ?? trackingProblem(by, trackingNumber) }
  }
  const sent = rows.filter((parcel) => withoutNumber || rowOf(parcel).trackingNumber.trim() !== '')
  const change = (parcel: OpenParcel, more: Typed) => {
    const { reason: _reason, ...before } = typed[keyOf(parcel)] ?? {}
    setTyped({ ...typed, [keyOf(parcel)]: { ...before, ...more } })
  }
  const send = useMutation({
    mutationFn: () =>
      shipAll(
        ship,
        sent.map((parcel) => {
          const { carrier: by, trackingNumber } = rowOf(parcel)
          return { orderId: parcel.orderId, businessId: parcel.businessId, carrier: by.trim(), trackingNumber: trackingNumber.trim() }
        }),
      ),
    onSuccess: ({ shipped, unchanged, refused }) => {
      remember(carrier)
      const reasons = new Map(refused.map(({ index, reason }) => [index, reason]))
      const left = sent.filter((_parcel, index) => !reasons.has(index))
      if (shipped + unchanged > 0) toast.success(`${count(shipped + unchanged, 'parcel is', 'parcels are')} on the way`)
      setGone(new Set([...gone, ...left.map(keyOf)]))
      setTyped({
        ...typed,
        ...Object.fromEntries(
          sent.flatMap((parcel, index) => {
            const reason = reasons.get(index)
            return reason === undefined ? [] : [[keyOf(parcel), { ...typed[keyOf(parcel)], reason }]]
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
    const unlikely = sent.filter((parcel) => trackingProblem(rowOf(parcel).carrier, rowOf(parcel).trackingNumber) !== null)
    if (unlikely.length > 0) return setWrong(`Check ${count(unlikely.length, 'tracking number')}: the reasons are at the rows.`)
    if (sent.length === 0) return setWrong('Enter at least one tracking number')
    setWrong(undefined)
    send.mutate()
  }
  /** Fills a column downwards from the row that was pasted into. */
  const paste = (event: ClipboardEvent, row: number) => {
    const lines = pastedLines(event)
    if (!lines) return
    const pasted = rows.slice(row, row + lines.length).map((parcel, at): [string, Typed] => {
      const { reason: _reason, ...before } = typed[keyOf(parcel)] ?? {}
      return [keyOf(parcel), { ...before, trackingNumber: lines[at] ?? '' }]
    })
    setTyped({ ...typed, ...Object.fromEntries(pasted) })
  }
  const leftOut = leftOutText(parcels, selected)
  const several = new Set(parcels.map(({ businessId }) => businessId)).size > 1
  return (
    <FormDialog
      title={rows.length > 0 ? `Ship ${count(rows.length, 'parcel')}` : 'Nothing to ship'}
      isWide
      isDirty={rows.some((parcel) => typed[keyOf(parcel)]?.trackingNumber)}
      onClose={onClose}
    >
      <form onSubmit={submit} className="mt-3 grid gap-4">
        <FormProblem
          text={wrong ?? (send.isError ? messageOf(send.error, 'The parcels could not be shipped. Please try again.') : undefined)}
        />
        {leftOut && <p className="notice">{leftOut}</p>}
        {rows.length > 0 && (
          <>
            <p className="max-w-text text-ink-2">
              Each buyer gets an email right away. You can paste a column of tracking numbers from a spreadsheet into the first field.
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
            <ul className="grid max-h-[45vh] gap-3 overflow-y-auto p-1" aria-label="Parcels">
              {rows.map((parcel, row) => {
                const { number, recipient, businessName, units, lines } = parcel
                const { trackingNumber, problem } = rowOf(parcel)
                const id = `${carriers}-${row}`
                return (
                  <li key={keyOf(parcel)} className="grid items-start gap-x-3 gap-y-1 sm:grid-cols-[minmax(0,1fr)_8rem_14rem]">
                    <span className="min-w-0">
                      <span className="font-medium">{number}</span>{' '}
                      <span title={lines.map((line) => `${line.units} × ${line.name}`).join(', ')}>{count(units, 'unit')}</span>
                      <bdi className="block truncate text-sm text-ink-2">
                        {[recipient, several && businessName].filter(Boolean).join(' · ')}
                      </bdi>
                    </span>
                    <input
                      className="input"
                      aria-label={`Carrier of ${number}`}
                      placeholder={carrier || 'Carrier'}
                      list={carriers}
                      autoComplete="off"
                      maxLength={80}
                      value={typed[keyOf(parcel)]?.carrier ?? ''}
                      onChange={({ target }) => change(parcel, { carrier: target.value })}
                    />
                    <span className="field">
                      <input
                        className="input w-full"
                        aria-label={`Tracking number of ${number}`}
                        aria-invalid={problem !== null || undefined}
                        aria-describedby={problem === null ? undefined : id}
                        placeholder="Tracking number"
                        autoComplete="off"
                        maxLength={120}
                        value={trackingNumber}
                        onChange={({ target }) => change(parcel, { trackingNumber: target.value })}
                        onPaste={(event) => paste(event, row)}
                      />
                      {problem !== null && (
                        <span id={id} className="error">
                          {problem}
                        </span>
                      )}
                    </span>
                  </li>
                )
              })}
            </ul>
            <CheckField
              label="Also ship parcels without a tracking number"
              checked={withoutNumber}
              onChange={({ target }) => setWithoutNumber(target.checked)}
            />
          </>
        )}
        <FormFoot cancel="Close" isBusy={send.isPending} busy="Shipping…">
          {rows.length > 0 && `Ship ${count(sent.length, 'parcel')}`}
        </FormFoot>
      </form>
    </FormDialog>
  )
}
