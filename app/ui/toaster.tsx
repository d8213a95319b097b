import { type FocusEvent, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { dismiss, TOAST_MS, TOASTS_VISIBLE, type Toast, useToasts } from '#app/lib/toast.ts'

const TONE: Record<Toast['type'], string> = {
  success: 'ok',
  info: 'blue',
  warning: 'warn',
  error: 'bad',
  loading: 'idle',
  custom: 'blue',
}
const WORD: Record<Toast['type'], string> = {
  success: 'Done',
  info: 'Note',
  warning: 'Warning',
  error: 'Error',
  loading: 'In progress',
  custom: 'Note',
}

interface ToastCardProps {
  toast: Toast
  /** Position among the visible toasts, 0 is the newest. */
  place: number
  /** Keeps it open beyond its time. */
  isPaused: boolean
  onDismiss: (id: number) => void
}

/** One message; it dismisses itself after its time unless it shows that something runs, or has a lasting action. */
export function ToastCard({ toast, place, isPaused, onDismiss }: ToastCardProps) {
  useEffect(() => {
    if (isPaused || toast.type === 'loading' || toast.action?.isLasting) return
    const timer = setTimeout(() => onDismiss(toast.id), toast.action?.ms ?? TOAST_MS)
    return () => clearTimeout(timer)
  }, [toast, isPaused, onDismiss])
  return (
    <div className="toast" data-type={toast.type} style={{ order: place }}>
      <span className={`status ${TONE[toast.type]}`}>
        <span className="visually-hidden">{WORD[toast.type]}</span>
      </span>
      <div className="min-w-0 flex-1 wrap-anywhere">
        <p dir="auto">{toast.text}</p>
        {toast.detail && <p className="text-sm text-ink-2">{toast.detail}</p>}
      </div>
      {toast.action?.to && (
        <Link to={toast.action.to} onClick={() => onDismiss(toast.id)} className="link-button flex items-center">
          {toast.action.label}
        </Link>
      )}
      {toast.action?.act && (
        <button
          type="button"
          className="link-button"
          onClick={() => {
            toast.action?.act?.()
            onDismiss(toast.id)
          }}
        >
          {toast.action.label}
        </button>
      )}
      <button type="button" className="size-11 flex-none text-[1.3rem] text-ink-2" aria-label="Dismiss" onClick={() => onDismiss(toast.id)}>
        ×
      </button>
    </div>
  )
}

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
 * (S329). Both regions are there before any message, so that each is read out: errors at once, the others in turn.
 */
export function Toaster() {
  const toasts = useToasts((state) => state.toasts)
  const { isPaused, listeners } = usePause(toasts)
  const shown = toasts.slice(0, TOASTS_VISIBLE)
  const cards = (isWanted: (toast: Toast) => boolean) =>
    shown.map(
      (toast, place) => isWanted(toast) && <ToastCard key={toast.id} toast={toast} place={place} isPaused={isPaused} onDismiss={dismiss} />,
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
