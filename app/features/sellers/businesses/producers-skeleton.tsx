const CARDS = Array.from({ length: 6 }, (_, index) => index)

/** Placeholder of the cards while they load. */
export function ProducersSkeleton() {
  return (
    <ul className="producer-grid" aria-hidden="true">
      {CARDS.map((index) => (
        <li key={index} className="producer-card min-h-72">
          <span className="skeleton h-6 w-1/2" />
          <span className="skeleton h-4 w-1/3" />
          <span className="skeleton mt-2 mb-4 flex-1" />
        </li>
      ))}
    </ul>
  )
}
