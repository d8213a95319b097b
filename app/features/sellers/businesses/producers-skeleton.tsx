const CARDS = Array.from({ length: 6 }, (_, index) => index)

/** Placeholder of the cards while they load. */
export function ProducersSkeleton() {
  return (
    <ul className="producer-grid grid grid-cols-[repeat(auto-fill,minmax(min(340px,100%),1fr))] gap-5" aria-hidden="true">
      {CARDS.map((index) => (
        <li key={index} className="min-h-72 flex flex-col gap-1.5 h-full px-5.5 pt-5 border-[1.5px] border-line rounded-box bg-surface">
          <span className="skeleton h-6 w-1/2" />
          <span className="skeleton h-4 w-1/3" />
          <span className="skeleton mt-2 mb-4 flex-1" />
        </li>
      ))}
    </ul>
  )
}
