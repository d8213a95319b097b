/** Returns initials: 'Reflute Team' gives 'RT', 'Ann' gives 'A'. */
export function initialsOf(label: string): string {
  const words = label.split(/[^\p{L}\p{N}]+/u).filter(Boolean)
  const chosen = words.length > 1 ? [words[0], words.at(-1)] : words
  return chosen.map((word) => [...(word ?? '')][0]?.toUpperCase() ?? '').join('')
}

/** A post's author: initials as an avatar, and the name (S121). */
export function Author({ label }: { label: string }) {
  return (
    <p className="author flex items-center gap-2.5 font-medium">
      <span aria-hidden="true" className="grid place-items-center size-10 border-2 border-ink bg-tape text-on-bright display-sm/[normal]">
        <bdi>{initialsOf(label)}</bdi>
      </span>
      <span>
        <span className="visually-hidden">Written by </span>
        <bdi>{label}</bdi>
      </span>
    </p>
  )
}
