/** Something that did not work, and how to try it again. */
export interface Failure {
  sentence: string
  retry: () => void
}

/** Says what did not work, with another try beside it; nothing was changed then. */
export function FailureNotice({ failure, className = '' }: { failure: Failure | null; className?: string }) {
  if (!failure) return null
  return (
    <div role="alert" className={`notice bad flex flex-wrap items-center justify-between gap-3 ${className}`}>
      <p>{failure.sentence}</p>
      <button type="button" className="button small hollow min-h-11" onClick={failure.retry}>
        Try again
      </button>
    </div>
  )
}
