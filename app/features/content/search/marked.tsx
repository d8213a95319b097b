import type { Segment } from '#contract/content/search.ts'

/** A text with the searched words marked. */
export function Marked({ segments }: { segments: readonly Segment[] }) {
  let place = 0
  return segments.map(({ text, isHit }) => {
    const key = place
    place += text.length
    return isHit ? <mark key={key}>{text}</mark> : <span key={key}>{text}</span>
  })
}
