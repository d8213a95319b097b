/** Tags of an order; in the row of a list as many as fit beside its number. */
export function Tags({ tags, isInRow = false }: { tags: readonly string[]; isInRow?: boolean }) {
  if (tags.length === 0) return null
  const layout = isInRow ? 'md:mt-0 md:ml-2 md:inline-block md:max-w-18 md:truncate md:align-bottom' : ''
  return (
    <span className={`mt-1 flex flex-wrap gap-1.5 ${layout}`}>
      {tags.map((tag) => (
        <span
          key={tag}
          className={`border-[1.5px] border-line bg-surface px-1.5 text-sm wrap-anywhere ${isInRow ? 'md:mr-1 md:text-xs' : ''}`}
        >
          {tag}
        </span>
      ))}
    </span>
  )
}
