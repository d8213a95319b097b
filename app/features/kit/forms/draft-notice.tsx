import { instant } from '#app/lib/format.ts'

interface DraftNoticeProps {
  at: string
  onRestore: () => void
  onDiscard: () => void
  /** Its distance from what stands above it. */
  className?: string
}

/** Offers input that was not saved when the form was last open. */
export function DraftNotice({ at, onRestore, onDiscard, className = 'mt-5' }: DraftNoticeProps) {
  return (
    <div className={`notice warn flex flex-wrap items-center gap-x-6 gap-y-2 ${className}`}>
      <p className="flex-1 basis-64">Your draft from {instant(at)} was not saved. It's stored in this browser.</p>
      <p className="flex items-center gap-x-6">
        <button type="button" className="button small" onClick={onRestore}>
          Restore draft
        </button>
        <button type="button" className="link-button" onClick={onDiscard}>
          Discard draft
        </button>
      </p>
    </div>
  )
}
