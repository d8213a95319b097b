import { useEffect } from 'react'
import { TOAST_MS, type Toast } from '#app/lib/toast.ts'
import { Link } from './link.tsx'

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
