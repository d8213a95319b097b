import { ReadFailed } from '#app/ui/read-failed.tsx'
import type { CardFields } from './use-card.ts'

/** The card fields, or that they are on their way, or that they did not come (S165, S299). */
export function CardEntry({ card: { state, place, retry } }: { card: Pick<CardFields, 'state' | 'place' | 'retry'> }) {
  return (
    <div className="card-entry">
      {state === 'failed' ? (
        <ReadFailed text="Failed to initialize payment. Please try again." again="Retry" onAgain={retry} />
      ) : (
        <>
          {state === 'loading' && (
            <p role="status" className="text-ink-2">
              Loading payment setup...
            </p>
          )}
          <div ref={place} data-state={state} />
        </>
      )}
    </div>
  )
}
