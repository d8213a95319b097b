import type { Segment } from '#contract/content/search.ts'

interface MarkedProps {
  segments: readonly Segment[]
}

function Parts({ segments }: MarkedProps) {
  let place = 0
  return segments.map(({ text, isHit }) => {
    const key = place
    place += text.length
    return isHit ? <mark key={key}>{text}</mark> : <span key={key}>{text}</span>
  })
}

/** A text with the searched words marked. */
export function Marked({ segments }: MarkedProps) {
  return (
    <bdi>
      <Parts segments={segments} />
    </bdi>
  )
}
