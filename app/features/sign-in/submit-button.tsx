import type { ReactNode } from 'react'

/** The button that sends a form; while it is sent it says so and is sent no second time. */
export function SubmitButton({ isBusy, busy, children, className = 'button' }: SubmitButtonProps) {
  return (
    <button type="submit" className={className} aria-disabled={isBusy || undefined}>
      {isBusy ? busy : children}
    </button>
  )
}

interface SubmitButtonProps {
  isBusy: boolean
  /** What it says meanwhile. */
  busy: string
  children: ReactNode
  className?: string
}
