import { useId, useState } from 'react'
import { FormDraft } from '#app/features/kit/forms/form-draft.tsx'
import { textOf } from '#app/lib/form-text.ts'
import { figure } from '#app/lib/format.ts'
import { AskDialog } from '#app/ui/ask-dialog.tsx'
import { TextAreaField, TextField } from '#app/ui/field.tsx'
import { CARRIER_NAMES } from '#domain/carriers.ts'
import type { OrderStatus } from '#domain/order.ts'
import { isSameContent, type LineUnits, type ParcelLine, unitsToShip } from '#domain/shipment.ts'

/** Requested status with the details that were entered. */
export interface TransitionRequest {
  status: OrderStatus
  carrier?: string | undefined
  trackingNumber?: string | undefined
  reason?: string | undefined
  unpaidReason?: string | undefined
  /** Units of the parcel where it holds some of what is left. */
  lines?: ParcelLine[] | undefined
}

/** A line of which units go into a parcel. */
export type ParcelItem = LineUnits & { id: string; name: string }

export interface TransitionDialogProps {
  isBusy: boolean
  error: string | undefined
  onConfirm: (request: TransitionRequest) => void
  onClose: () => void
}

const unitField = (id: string) => `units.${id}`

/** Asks for carrier and tracking number, and, where several units are left, for those in the parcel. */
export function ShipDialog({ items = [], error, onConfirm, ...dialog }: TransitionDialogProps & { items?: readonly ParcelItem[] }) {
  const [isEmpty, setEmpty] = useState(false)
  const left = items.map((item) => ({ ...item, left: unitsToShip(item) })).filter((item) => item.left > 0)
  const isChoice = left.reduce((sum, item) => sum + item.left, 0) > 1
  const confirm = (fields: FormData) => {
    const lines = isChoice ? left.map(({ id }) => ({ id, quantity: Number(textOf(fields, unitField(id))) })) : []
    const chosen = lines.filter(({ quantity }) => quantity > 0)
    const whole = left.map((item) => ({ id: item.id, quantity: item.left }))
    setEmpty(isChoice && chosen.length === 0)
    if (isChoice && chosen.length === 0) return
    onConfirm({
      status: 'shipped',
      carrier: textOf(fields, 'carrier') || undefined,
      trackingNumber: textOf(fields, 'trackingNumber') || undefined,
      lines: isChoice && !isSameContent(chosen, whole) ? chosen : undefined,
    })
  }
  return (
    <AskDialog
      {...dialog}
      error={isEmpty ? 'Choose what is in the parcel.' : error}
      title="Mark as shipped"
      confirm="Mark as shipped"
      busy="Saving..."
      onConfirm={confirm}
    >
      {isChoice && (
        <fieldset className="grid gap-3">
          <legend className="mb-2 font-medium">In this parcel</legend>
          {left.map((item) => (
            <TextField
              key={item.id}
              label={item.name}
              name={unitField(item.id)}
              type="number"
              inputMode="numeric"
              required
              min={0}
              max={item.left}
              defaultValue={String(item.left)}
              hint={`${figure(item.left)} of ${figure(item.quantity)} to ship`}
            />
          ))}
        </fieldset>
      )}
      <CarrierField />
      <TextField
        label="Tracking number"
        name="trackingNumber"
        isOptional
        maxLength={120}
        autoComplete="off"
        hint="Emailed to the customer and shown with the order."
      />
    </AskDialog>
  )
}

/** Asks staff why the order goes on while a milestone of its payment plan is unpaid. */
export function ReleaseDialog({
  onConfirm,
  ...dialog
}: Omit<TransitionDialogProps, 'onConfirm'> & { onConfirm: (given: { reason: string }) => void }) {
  return (
    <AskDialog
      {...dialog}
      title="Continue without payment?"
      confirm="Continue without payment"
      busy="Saving..."
      onConfirm={(fields) => onConfirm({ reason: textOf(fields, 'unpaidReason') })}
    >
      <FormDraft kind="release-milestone" />
      <TextAreaField
        label="Reason"
        name="unpaidReason"
        required
        rows={3}
        maxLength={500}
        hint="Stored with the order; the amount stays due."
      />
    </AskDialog>
  )
}

/** Corrected tracking of a parcel. */
export interface TrackingRequest {
  carrier: string
  trackingNumber: string
}

interface TrackingDialogProps {
  parcel: { carrier: string | null; trackingNumber: string | null }
  isBusy: boolean
  error: string | undefined
  onCorrect: (tracking: TrackingRequest) => void
  onClose: () => void
}

/** Asks for the right carrier and tracking number of a parcel that has left. */
export function TrackingDialog({ parcel, onCorrect, ...dialog }: TrackingDialogProps) {
  return (
    <AskDialog
      {...dialog}
      title="Correct the tracking number"
      confirm="Save and notify customer"
      busy="Saving..."
      onConfirm={(fields) => onCorrect({ carrier: textOf(fields, 'carrier'), trackingNumber: textOf(fields, 'trackingNumber') })}
    >
      <CarrierField value={parcel.carrier ?? ''} />
      <TextField
        label="Tracking number"
        name="trackingNumber"
        required
        maxLength={120}
        autoComplete="off"
        defaultValue={parcel.trackingNumber ?? ''}
        hint="Emailed to the customer and shown with the order."
      />
    </AskDialog>
  )
}

function CarrierField({ value = '' }: { value?: string }) {
  const list = useId()
  return (
    <>
      <TextField
        label="Carrier"
        name="carrier"
        isOptional
        maxLength={80}
        autoComplete="off"
        list={list}
        defaultValue={value}
        hint={`${CARRIER_NAMES.join(', ')}, or any other.`}
      />
      <datalist id={list}>
        {CARRIER_NAMES.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </datalist>
    </>
  )
}

/** Asks for the reason of a cancellation; `isPaid`: the customer is refunded; `isRest`: something has shipped, and stays. */
export function CancelSellerOrderDialog({
  title,
  isPaid,
  isRest,
  onConfirm,
  ...dialog
}: TransitionDialogProps & { title: string; isPaid: boolean; isRest: boolean }) {
  return (
    <AskDialog
      {...dialog}
      title={title}
      confirm={isRest ? 'Cancel the rest' : 'Cancel this part'}
      busy="Canceling..."
      isDanger
      onConfirm={(fields) => onConfirm({ status: 'cancelled', reason: textOf(fields, 'reason') })}
    >
      <p>
        {isRest ? "What has shipped stays. The rest won't be shipped and is" : "Its products won't be shipped and are"} restocked.
        {isPaid && ' The customer is refunded for it.'} This can't be undone.
      </p>
      <FormDraft kind="cancel-part" />
      <TextAreaField label="Reason" name="reason" required rows={3} maxLength={500} hint="Shown to the customer." />
    </AskDialog>
  )
}
