import { type ReactNode, useState } from 'react'
import { AskDialog } from '#app/ui/ask-dialog.tsx'
import { ComboboxDialog, type OptionGroup } from '#app/ui/combobox-dialog.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { TextAreaField } from '#app/ui/field.tsx'
import { Example } from './example.tsx'

const noop = () => undefined
type Close = () => void

const ORDERS: readonly OptionGroup[] = [
  { label: 'Orders', total: 12, options: ['ORD-2201', 'ORD-2202'].map((number) => ({ to: `#${number}`, content: number })) },
  { label: 'Users', options: [{ to: '#ann', content: 'Ann Archer' }] },
]

function SearchExample({ close, isEmpty = false }: { close: Close; isEmpty?: boolean }) {
  const [typed, setTyped] = useState(isEmpty ? 'xyz' : '')
  return (
    <ComboboxDialog
      title="Search"
      label="Search orders and users"
      placeholder="Orders, users"
      enterKeyHint="search"
      typed={typed}
      onTyped={setTyped}
      isClearable
      groups={isEmpty ? [] : ORDERS}
      announcement=""
      onEnter={(active) => active?.to ?? null}
      onChoose={noop}
      onClose={close}
    >
      {isEmpty && <p className="px-4.5 py-3 text-ink-2">Nothing found for {typed}.</p>}
    </ComboboxDialog>
  )
}

const DIALOGS: readonly { label: string; show: (close: Close) => ReactNode }[] = [
  {
    label: 'Dialog',
    show: (close) => (
      <Dialog title="Shipping label" onClose={close}>
        <p className="mt-3">Print it and put it on the pallet.</p>
        <CloseButton close={close} />
      </Dialog>
    ),
  },
  {
    label: 'Wide dialog',
    show: (close) => (
      <Dialog title="Product history" isWide onClose={close}>
        <p className="mt-3">Up to 60 rem wide, for a table or a form in two columns.</p>
        <CloseButton close={close} />
      </Dialog>
    ),
  },
  {
    label: 'Long dialog',
    show: (close) => (
      <Dialog title="Terms of sale" onClose={close}>
        {Array.from({ length: 24 }, (_, index) => index + 1).map((number) => (
          <p key={number} className="mt-3">
            {number}. The seller ships within the time that the product page names, and says so when that changes.
          </p>
        ))}
        <CloseButton close={close} />
      </Dialog>
    ),
  },
  {
    label: 'Dialog that Escape does not close',
    show: (close) => (
      <Dialog title="Saving your changes" mayClose={() => false} onClose={close}>
        <p className="mt-3">Escape does nothing while they are saved.</p>
        <CloseButton close={close} />
      </Dialog>
    ),
  },
  { label: 'Search dialog', show: (close) => <SearchExample close={close} /> },
  { label: 'Search dialog without results', show: (close) => <SearchExample close={close} isEmpty /> },
  {
    label: 'Question',
    show: (close) => (
      <AskDialog title="Send this refund?" confirm="Send refund" busy="Sending…" isBusy={false} onConfirm={close} onClose={close}>
        <p>$1,250.00 goes back to the card that paid.</p>
      </AskDialog>
    ),
  },
  {
    label: 'Question before something is deleted',
    show: (close) => (
      <AskDialog
        title="Delete this product?"
        confirm="Delete product"
        busy="Deleting…"
        isBusy={false}
        isDanger
        onConfirm={close}
        onClose={close}
      >
        <p>Orders keep its name and price.</p>
      </AskDialog>
    ),
  },
  {
    label: 'Busy question',
    show: (close) => (
      <AskDialog title="Send this refund?" confirm="Send refund" busy="Sending…" isBusy onConfirm={noop} onClose={close}>
        <p>$1,250.00 goes back to the card that paid.</p>
      </AskDialog>
    ),
  },
  {
    label: 'Refused question',
    show: (close) => (
      <AskDialog
        title="Cancel this order?"
        confirm="Cancel order"
        busy="Canceling…"
        isBusy={false}
        isDanger
        error="This order has shipped. Ask for a return instead."
        onConfirm={close}
        onClose={close}
      >
        <TextAreaField label="Reason" name="reason" rows={3} error="Enter a reason." />
      </AskDialog>
    ),
  },
]

function CloseButton({ close }: { close: Close }) {
  return (
    <p className="mt-5 flex justify-end">
      <button type="button" className="button" onClick={close}>
        Close
      </button>
    </p>
  )
}

export function Dialogs() {
  const [open, setOpen] = useState<string | null>(null)
  const shown = DIALOGS.find(({ label }) => label === open)
  return (
    <Example name="Open one" isRow>
      {DIALOGS.map(({ label }) => (
        <button key={label} type="button" className="button hollow" onClick={() => setOpen(label)}>
          {label}
        </button>
      ))}
      {shown?.show(() => setOpen(null))}
    </Example>
  )
}
