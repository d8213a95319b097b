import type { ComponentProps, ReactNode } from 'react'

interface BusyProps {
  isBusy: boolean
  /** Label while busy; default: the children. */
  busy?: string | undefined
  children: ReactNode
}

/** The button that sends a form; while it is sent it says so. That nothing is sent twice is the form's part (`useForm`). */
export function SubmitButton({ isBusy, busy, children, className = 'button' }: BusyProps & { className?: string }) {
  return (
    <button type="submit" className={className} aria-disabled={isBusy || undefined}>
      {isBusy ? (busy ?? children) : children}
    </button>
  )
}

/** A button for what takes a moment: meanwhile it says so, keeps the focus, and does nothing a second time. */
export function BusyButton({
  isBusy,
  busy,
  onPress,
  children,
  ...button
}: BusyProps & { onPress: () => void } & Omit<ComponentProps<'button'>, 'type' | 'onClick'>) {
  return (
    <button
      type="button"
      aria-disabled={isBusy || undefined}
      onClick={() => {
        if (!isBusy) onPress()
      }}
      {...button}
    >
      {isBusy ? (busy ?? children) : children}
    </button>
  )
}
