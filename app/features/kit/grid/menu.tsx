import { type FocusEvent, type KeyboardEvent, type ReactNode, useRef } from 'react'

/** A button of the tool bar that opens a small panel below it. Escape, and going on elsewhere, closes it. */
export function Menu({ label, children }: { label: ReactNode; children: ReactNode }) {
  const details = useRef<HTMLDetailsElement>(null)
  const close = () => details.current?.removeAttribute('open')
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !details.current?.open) return
    event.stopPropagation()
    close()
    details.current.querySelector('summary')?.focus()
  }
  const onBlur = ({ relatedTarget }: FocusEvent) => {
    if (relatedTarget instanceof Node && !details.current?.contains(relatedTarget)) close()
  }
  return (
    <details ref={details} name="grid-menu" className="grid-menu relative" onKeyDown={onKeyDown} onBlur={onBlur}>
      <summary className="button hollow small">{label}</summary>
      <div className="grid-menu-panel">{children}</div>
    </details>
  )
}
