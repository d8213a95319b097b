/** Tags of an order. */
export function Tags({ tags }: { tags: readonly string[] }) {
  if (tags.length === 0) return null
  return (
    <span className="mt-1 flex flex-wrap gap-1.5 md:in-[.data-grid]:mt-0 md:in-[.data-grid]:inline-flex md:in-[.data-grid]:flex-nowrap">
      {tags.map((tag) => (
        <span key={tag} className="border-[1.5px] border-line bg-surface px-1.5 text-sm wrap-anywhere">
          {tag}
        </span>
      ))}
    </span>
  )
}
