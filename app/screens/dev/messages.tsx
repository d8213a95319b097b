import { useState } from 'react'
import { Link } from 'react-router'
import { Toasts as ToastButtons } from '#app/features/kit/palette/parts.tsx'
import type { Toast } from '#app/lib/toast.ts'
import { FailureNotice } from '#app/ui/failure-notice.tsx'
import { ListEmpty, ListFailed } from '#app/ui/list-messages.tsx'
import { EmptyBoxPage, FailedPage } from '#app/ui/message-page.tsx'
import { ReadAgainButton } from '#app/ui/read-failed.tsx'
import { ToastCard } from '#app/ui/toast-card.tsx'
import { Example } from './example.tsx'

export function Notices() {
  return (
    <>
      <Example name="Tones">
        <div className="grid gap-3">
          <p className="notice">Orders that are placed today ship on Monday.</p>
          <p className="notice ok">Your message was sent. We answer within one working day.</p>
          <p className="notice warn">Only standard shipping is offered for freight.</p>
          <p className="notice bad">This code has expired.</p>
        </div>
      </Example>
      <Example name="What failed, with another try">
        <FailedAction />
      </Example>
    </>
  )
}

function FailedAction() {
  const [tries, setTries] = useState(1)
  const failure = { sentence: `The order could not be marked as shipped (try ${tries}).`, retry: () => setTries(tries + 1) }
  return <FailureNotice failure={failure} />
}

const STATUSES = [
  ['ok', 'Active'],
  ['blue', 'Scheduled'],
  ['warn', 'Low stock'],
  ['bad', 'Suspended'],
  ['idle', 'Inactive'],
  ['ink', 'Draft'],
] as const

export function Statuses() {
  return (
    <Example name="Tones" isRow>
      {STATUSES.map(([tone, word]) => (
        <span key={tone} className={`status ${tone}`}>
          {word}
        </span>
      ))}
    </Example>
  )
}

const TOASTS: readonly Toast[] = [
  { id: -1, type: 'success', text: 'Product added to cart!', detail: undefined, action: { label: 'View Cart', to: '/cart' } },
  { id: -2, type: 'info', text: 'Prices are shown in euros', detail: undefined, action: undefined },
  { id: -3, type: 'warning', text: 'Two units are left', detail: undefined, action: undefined },
  { id: -4, type: 'error', text: 'This could not be saved', detail: 'Someone else changed it meanwhile.', action: undefined },
  { id: -5, type: 'loading', text: 'Reading the file…', detail: undefined, action: undefined },
  { id: -6, type: 'custom', text: 'A-name-without-any-space-that-is-longer-than-the-toast.xlsx', detail: undefined, action: undefined },
]

export function Toasts() {
  const [toasts, setToasts] = useState(TOASTS)
  return (
    <>
      <Example name="Every type">
        <div className="grid max-w-89 gap-3.5">
          {toasts.map((toast, place) => (
            <ToastCard
              key={toast.id}
              toast={toast}
              place={place}
              isPaused
              onDismiss={(id) => setToasts((left) => left.filter((one) => one.id !== id))}
            />
          ))}
        </div>
        {toasts.length < TOASTS.length && (
          <button type="button" className="link-button" onClick={() => setToasts(TOASTS)}>
            Bring them back
          </button>
        )}
      </Example>
      <Example name="In their place">
        <ToastButtons />
      </Example>
    </>
  )
}

export function Lists() {
  return (
    <>
      <Example name="Nothing there">
        <ListEmpty title="No orders yet" text="Orders of your shop appear here." />
      </Example>
      <Example name="Nothing found">
        <ListEmpty
          title="No machines match these filters"
          text="Take a filter off, or search in all products."
          clear={{ href: '/products', label: 'Clear all filters' }}
          elsewhere={{ href: '/materials', label: 'Search in materials' }}
        />
      </Example>
      <Example name="Could not be read">
        <ListFailed text="The machines could not be loaded." />
      </Example>
    </>
  )
}

export function Pages() {
  return (
    <>
      <Example name="Not there">
        <EmptyBoxPage title="Page not found" text="The address may be misspelled, or the page was removed.">
          <Link to="/" className="button">
            Back to Home
          </Link>
        </EmptyBoxPage>
      </Example>
      <Example name="Failed">
        <FailedPage title="Something went wrong" text="We couldn't show this page. Your cart and your unsaved drafts are safe.">
          <ReadAgainButton />
        </FailedPage>
      </Example>
    </>
  )
}
