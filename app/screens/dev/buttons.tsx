import { useState } from 'react'
import { Icons as IconList } from '#app/features/kit/palette/parts.tsx'
import { BusyButton, SubmitButton } from '#app/ui/busy-button.tsx'
import { CloseIcon, SearchIcon } from '#app/ui/icons.tsx'
import { Link } from '#app/ui/link.tsx'
import { NewTabLink } from '#app/ui/new-tab-link.tsx'
import { Example, Pair } from './example.tsx'

const KINDS = [
  ['button', 'Save changes'],
  ['button hollow', 'Export orders'],
  ['button danger', 'Delete product'],
] as const

const BUSY_MS = 2000

export function Buttons() {
  return (
    <>
      <Example name="Kinds" isRow>
        {KINDS.map(([className, label]) => (
          <button key={className} type="button" className={className}>
            {label}
          </button>
        ))}
        <button type="button" className="link-button">
          Show details
        </button>
        <button type="button" className="icon-button" aria-label="Close">
          <CloseIcon />
        </button>
      </Example>
      <Example name="Small" isRow>
        {KINDS.map(([className, label]) => (
          <button key={className} type="button" className={`${className} small`}>
            {label}
          </button>
        ))}
      </Example>
      <Example name="Disabled" isRow>
        {KINDS.map(([className, label]) => (
          <button key={className} type="button" className={className} disabled>
            {label}
          </button>
        ))}
        <button type="button" className="link-button" disabled>
          Show details
        </button>
        <button type="button" className="icon-button" aria-label="Close" disabled>
          <CloseIcon />
        </button>
      </Example>
      <Example name="Busy: keeps the focus, ignores clicks" isRow>
        {KINDS.map(([className, label]) => (
          <BusyButton key={className} className={className} isBusy busy="Working…" onPress={() => undefined}>
            {label}
          </BusyButton>
        ))}
        <SubmitButton isBusy busy="Sending…">
          Send message
        </SubmitButton>
      </Example>
      <Example name="Busy for two seconds when clicked" isRow>
        <PressedButton />
      </Example>
      <Example name="As a link" isRow>
        <Link to="/products" className="button">
          Browse machines
        </Link>
        <Link to="/products" className="button hollow">
          Browse machines
        </Link>
        <button type="button" className="button">
          <SearchIcon /> With an icon
        </button>
      </Example>
      <Example name="Long label in a narrow place">
        <div className="w-48">
          <button type="button" className="button">
            Send the quote request to all three producers
          </button>
        </div>
      </Example>
    </>
  )
}

function PressedButton() {
  const [isBusy, setBusy] = useState(false)
  const press = () => {
    setBusy(true)
    setTimeout(() => setBusy(false), BUSY_MS)
  }
  return (
    <BusyButton className="button" isBusy={isBusy} busy="Refreshing…" onPress={press}>
      Refresh
    </BusyButton>
  )
}

export function Links() {
  return (
    <Pair>
      <Example name="In a sentence">
        <p>
          Read how we <Link to="/claims">count what a machine saves</Link>, or the{' '}
          <NewTabLink to="/terms">terms of sale (new tab)</NewTabLink>.
        </p>
      </Example>
      <Example name="On its own" isRow>
        <Link to="/products" className="back-link">
          Machines
        </Link>
        <Link to="/products" className="text-link">
          All machines
        </Link>
      </Example>
    </Pair>
  )
}

export function Icons() {
  return <IconList />
}
