/** Tags of an order. */
export function Tags({ tags }: { tags: readonly string[] }) {
  if (tags.length === 0) return null
  return (
    <span className="mt-1 flex flex-wrap gap-1.5 md:in-[.data-grid]:mt-0 md:in-[.data-grid]:ml-2 md:in-[.data-grid]:inline-block md:in-[.data-grid]:max-w-18 md:in-[.data-grid]:truncate md:in-[.data-grid]:align-bottom">
      {tags.map((tag) => (
        <span
          key={tag}
          className="border-[1.5px] border-line bg-surface px-1.5 text-sm wrap-anywhere md:in-[.data-grid]:mr-1 md:in-[.data-grid]:text-xs"
        >
          {tag}
        </span>
      ))}
    </span>
  )
}
