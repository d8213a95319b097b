import { instant } from '#app/lib/format.ts'

/** Offers input that was not saved when the form was last open. */
export function DraftNotice({ at, onRestore, onDiscard }: { at: string; onRestore: () => void; onDiscard: () => void }) {
  return (
    <div className="notice warn mt-5 flex flex-wrap items-center gap-x-6 gap-y-2">
      <p className="flex-1 basis-64">Your draft from {instant(at)} was not saved. It's stored in this browser.</p>
      <button type="button" className="button small" onClick={onRestore}>
        Restore draft
      </button>
      <button type="button" className="link-button" onClick={onDiscard}>
        Discard draft
      </button>
    </div>
  )
}
