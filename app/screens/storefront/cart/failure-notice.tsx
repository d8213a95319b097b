/** Something that did not work, and how to try it again. */
export interface Failure {
  sentence: string
  retry: () => void
}

/** Says above the goods what did not work; nothing was changed then. */
export function FailureNotice({ failure }: { failure: Failure | null }) {
  if (!failure) return null
  return (
    <div role="alert" className="notice bad mb-4 flex flex-wrap items-center justify-between gap-3">
      <p>{failure.sentence}</p>
      <button type="button" className="button small hollow" onClick={failure.retry}>
        Try again
      </button>
    </div>
  )
}
