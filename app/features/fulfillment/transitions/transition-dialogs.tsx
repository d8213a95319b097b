import { useId } from 'react'
import { FormDraft } from '#app/features/kit/forms/form-draft.tsx'
import { textOf } from '#app/lib/form-text.ts'
import { AskDialog } from '#app/ui/ask-dialog.tsx'
import { TextAreaField, TextField } from '#app/ui/field.tsx'
import { CARRIER_NAMES } from '#domain/carriers.ts'
import type { OrderStatus } from '#domain/order.ts'

/** Requested status with the details that were entered. */
export interface TransitionRequest {
  status: OrderStatus
  carrier?: string | undefined
  trackingNumber?: string | undefined
  reason?: string | undefined
  unpaidReason?: string | undefined
}

export interface TransitionDialogProps {
  isBusy: boolean
  error: string | undefined
  onConfirm: (request: TransitionRequest) => void
  onClose: () => void
}

/** Asks for carrier and tracking number. */
export function ShipDialog({ onConfirm, ...dialog }: TransitionDialogProps) {
  return (
    <AskDialog
      {...dialog}
      title="Mark as shipped"
      confirm="Mark as shipped"
      busy="Saving..."
      onConfirm={(fields) =>
        onConfirm({
          status: 'shipped',
          carrier: textOf(fields, 'carrier') || undefined,
          trackingNumber: textOf(fields, 'trackingNumber') || undefined,
        })
      }
    >
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
  part: { carrier: string | null; trackingNumber: string | null }
  isBusy: boolean
  error: string | undefined
  onCorrect: (tracking: TrackingRequest) => void
  onClose: () => void
}

/** Asks for the right carrier and tracking number of a parcel that has left. */
export function TrackingDialog({ part, onCorrect, ...dialog }: TrackingDialogProps) {
  return (
    <AskDialog
      {...dialog}
      title="Correct the tracking number"
      confirm="Save and notify customer"
      busy="Saving..."
      onConfirm={(fields) => onCorrect({ carrier: textOf(fields, 'carrier'), trackingNumber: textOf(fields, 'trackingNumber') })}
    >
      <CarrierField value={part.carrier ?? ''} />
      <TextField
        label="Tracking number"
        name="trackingNumber"
        required
        maxLength={120}
        autoComplete="off"
        defaultValue={part.trackingNumber ?? ''}
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

/** Asks for the reason of a cancellation; `isPaid`: the customer is refunded. */
export function CancelSellerOrderDialog({
  title,
  isPaid,
  onConfirm,
  ...dialog
}: TransitionDialogProps & { title: string; isPaid: boolean }) {
  return (
    <AskDialog
      {...dialog}
      title={title}
      confirm="Cancel this part"
      busy="Canceling..."
      isDanger
      onConfirm={(fields) => onConfirm({ status: 'cancelled', reason: textOf(fields, 'reason') })}
    >
      <p>Its products won't be shipped and are restocked.{isPaid && ' The customer is refunded for them.'} This can't be undone.</p>
      <FormDraft kind="cancel-part" />
      <TextAreaField label="Reason" name="reason" required rows={3} maxLength={500} hint="Shown to the customer." />
    </AskDialog>
  )
}
