import { type FocusEvent, type KeyboardEvent, type ReactNode, useLayoutEffect, useRef } from 'react'

const GAP = 4
const EDGE = 8

/** Shows the panel above everything else, below its button or where there is room, so that no scrolling part of the page cuts it. */
function place(details: HTMLDetailsElement): void {
  const { firstElementChild: button, lastElementChild: panel } = details
  if (!(panel instanceof HTMLElement) || !button) return
  if (!details.open) return panel.hidePopover()
  panel.showPopover()
  const { top, bottom, right } = button.getBoundingClientRect()
  const isBelow = bottom + GAP + panel.offsetHeight <= innerHeight || top < innerHeight - bottom
  const left = Math.max(EDGE, Math.min(right - panel.offsetWidth, document.documentElement.clientWidth - panel.offsetWidth - EDGE))
  panel.style.left = `${left + scrollX}px`
  panel.style.top = `${(isBelow ? bottom + GAP : top - GAP - panel.offsetHeight) + scrollY}px`
}

/** A button that opens a small panel; `isActive` marks that something in it is chosen. Escape, and going on elsewhere, closes it. */
export function Menu({ label, isActive = false, children }: { label: ReactNode; isActive?: boolean; children: ReactNode }) {
  const details = useRef<HTMLDetailsElement>(null)
  const close = () => details.current?.removeAttribute('open')
  useLayoutEffect(() => {
    if (details.current?.open) place(details.current) // a choice may have moved the button
  })
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
    <details
      ref={details}
      name="grid-menu"
      className="grid-menu"
      onKeyDown={onKeyDown}
      onBlur={onBlur}
      onToggle={({ currentTarget, target }) => target === currentTarget && place(currentTarget)}
    >
      <summary className={`button hollow small ${isActive ? 'is-active' : ''}`}>{label}</summary>
      <div popover="manual" className="grid-menu-panel">
        {children}
      </div>
    </details>
  )
}
