import { useId } from 'react'
import { textOf } from '#app/lib/form-text.ts'
import { AskDialog } from '#app/ui/ask-dialog.tsx'
import { TextAreaField, TextField } from '#app/ui/field.tsx'
import { CARRIER_NAMES } from '#domain/carriers.ts'
import type { OrderStatus } from '#domain/order.ts'

/** A move with what was filled in for it. */
export interface AskedMove {
  status: OrderStatus
  carrier?: string | undefined
  trackingNumber?: string | undefined
  reason?: string | undefined
}

interface MoveDialogProps {
  isBusy: boolean
  error: string | undefined
  onMove: (move: AskedMove) => void
  onClose: () => void
}

/** Asks with whom a parcel travels. */
export function ShipDialog({ onMove, ...dialog }: MoveDialogProps) {
  return (
    <AskDialog
      {...dialog}
      title="Mark as shipped"
      confirm="Mark as shipped"
      busy="Saving..."
      onConfirm={(fields) =>
        onMove({
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
        hint="The customer gets it by mail and sees it with the order."
      />
    </AskDialog>
  )
}

/** A corrected tracking number. */
export interface AskedTracking {
  carrier: string
  trackingNumber: string
}

interface TrackingDialogProps {
  part: { carrier: string | null; trackingNumber: string | null }
  isBusy: boolean
  error: string | undefined
  onCorrect: (tracking: AskedTracking) => void
  onClose: () => void
}

/** Asks under which number a parcel that has left really travels. */
export function TrackingDialog({ part, onCorrect, ...dialog }: TrackingDialogProps) {
  return (
    <AskDialog
      {...dialog}
      title="Correct the tracking number"
      confirm="Save and tell the customer"
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
        hint="The customer gets it by mail and sees it with the order."
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

/** Asks why a part is cancelled; `isPaid`: its money goes back. */
export function CancelPartDialog({ title, isPaid, onMove, ...dialog }: MoveDialogProps & { title: string; isPaid: boolean }) {
  return (
    <AskDialog
      {...dialog}
      title={title}
      confirm="Cancel this part"
      busy="Cancelling..."
      isDanger
      onConfirm={(fields) => onMove({ status: 'cancelled', reason: textOf(fields, 'reason') })}
    >
      <p>
        Its goods will not be sent and go back on the shelf.{isPaid && ' What was paid for them goes back to the customer.'} This cannot be
        undone.
      </p>
      <TextAreaField label="Reason" name="reason" required rows={3} maxLength={500} hint="The customer reads it." />
    </AskDialog>
  )
}
