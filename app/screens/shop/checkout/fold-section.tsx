import type { ReactNode } from 'react'

interface FoldSectionProps {
  title: string
  /** The content in one line, shown while the section is closed. */
  summary: string
  isComplete: boolean
  isOpen: boolean
  onToggle: (isOpen: boolean) => void
  /** The button that closes this section and leads to the next. */
  continueLabel: string
  onContinue: () => void
  children: ReactNode
}

/** A framed part of the form that collapses to a summary: a native disclosure. */
export function FoldSection({ title, summary, isComplete, isOpen, onToggle, continueLabel, onContinue, children }: FoldSectionProps) {
  return (
    <details
      className="checkout-section fold-section"
      data-section={title.toLowerCase()}
      open={isOpen}
      onToggle={({ currentTarget }) => {
        if (currentTarget.open !== isOpen) onToggle(currentTarget.open)
      }}
    >
      <summary>
        <h2>{title}</h2>
        {!isOpen && (
          <>
            <span className="flex-[1_1_16rem] min-w-0 wrap-anywhere">
              {isComplete ? summary : <span className="status warn">Not complete yet</span>}
            </span>
            <span className="text-blue underline decoration-1 underline-offset-[0.18em]">Change</span>
          </>
        )}
      </summary>
      {children}
      <button type="button" className="button hollow mt-5" onClick={onContinue}>
        {continueLabel}
      </button>
    </details>
  )
}
