import { type FocusEvent, useEffect, useRef, useState } from 'react'
import { dismiss, TOASTS_VISIBLE, type Toast, useToasts } from '#app/lib/toast.ts'
import type { ToastCard } from './toast-card.tsx'

/** Pauses the toasts while they are hovered or focused, and returns the focus after one is dismissed by keyboard. */
function usePause(toasts: readonly Toast[]) {
  const root = useRef<HTMLDivElement>(null)
  const cameFrom = useRef<HTMLElement | null>(null)
  const [isHovered, setHovered] = useState(false)
  const [isFocused, setFocused] = useState(false)
  useEffect(() => {
    if (!isFocused) return
    const frame = requestAnimationFrame(() => {
      if (toasts.length > 0 && root.current?.contains(document.activeElement)) return
      setFocused(false)
      const next = root.current?.querySelector<HTMLElement>('button') ?? cameFrom.current
      if (document.activeElement === document.body) next?.focus()
    })
    return () => cancelAnimationFrame(frame)
  }, [toasts, isFocused])
  const isInside = (element: EventTarget | null) => element instanceof Node && root.current?.contains(element) === true
  return {
    isPaused: isHovered || isFocused,
    listeners: {
      ref: root,
      onPointerEnter: () => setHovered(true),
      onPointerLeave: () => setHovered(false),
      onFocus: ({ target, relatedTarget }: FocusEvent) => {
        if (!target.matches(':focus-visible')) return // by a click: the pointer events cover it
        if (relatedTarget instanceof HTMLElement && !isInside(relatedTarget)) cameFrom.current = relatedTarget
        setFocused(true)
      },
      onBlur: ({ relatedTarget }: FocusEvent) => {
        if (relatedTarget && !isInside(relatedTarget)) setFocused(false)
      },
    },
  }
}

/**
 * The messages at the top right, newest first: three at once, 356 px wide, 14 px apart, 4 s each, held while one looks at or into them
 * (S329). Both regions are there before any message, so that each is read out: errors at once, the others in turn. The cards are loaded
 * once the page is there.
 */
export function Toaster() {
  const toasts = useToasts((state) => state.toasts)
  const [Card, setCard] = useState<typeof ToastCard | null>(null)
  useEffect(() => {
    if (Card) return
    import('./toast-card.tsx').then(
      (loaded) => setCard(() => loaded.ToastCard),
      () => undefined, // tried again with the next message
    )
  }, [Card, toasts])
  const { isPaused, listeners } = usePause(toasts)
  const shown = toasts.slice(0, TOASTS_VISIBLE)
  const cards = (isWanted: (toast: Toast) => boolean) =>
    shown.map(
      (toast, place) =>
        Card && isWanted(toast) && <Card key={toast.id} toast={toast} place={place} isPaused={isPaused} onDismiss={dismiss} />,
    )
  return (
    <section aria-label="Notifications" className="no-print">
      <div className="toasts" {...listeners}>
        <div role="alert" aria-atomic="false" className="contents">
          {cards(({ type }) => type === 'error')}
        </div>
        <div role="status" aria-atomic="false" className="contents">
          {cards(({ type }) => type !== 'error')}
        </div>
      </div>
    </section>
  )
}
