const CARDS = Array.from({ length: 9 }, (_, index) => index)
const BUTTONS = Array.from({ length: 4 }, (_, index) => index)

/** Placeholder of the cards while they load; the loading text is announced beside it. */
export function CardsSkeleton() {
  return (
    <ul className="product-grid" aria-hidden="true">
      {CARDS.map((index) => (
        <li key={index} className="product-card">
          <div className="product-card-picture aspect-4/3" />
          <div className="product-card-text">
            <span className="skeleton h-5 w-3/4" />
            <span className="skeleton mt-1 h-4 w-1/3" />
            <span className="skeleton mt-2 h-11" />
            <span className="skeleton mt-2 h-6 w-1/2" />
          </div>
        </li>
      ))}
    </ul>
  )
}

/** Placeholder of the category buttons. */
export function ButtonsSkeleton() {
  return (
    <div className="category-buttons" aria-hidden="true">
      <ul className="flex flex-wrap gap-2 max-sm:gap-1.5">
        {BUTTONS.map((index) => (
          <li key={index} className="skeleton h-11 w-32" />
        ))}
      </ul>
    </div>
  )
}
