import { Link } from 'react-router'

interface WordCategoriesProps {
  label: string
  /** Each category with what it holds. */
  categories: readonly { name: string; count: number }[]
  chosen: string
  total: number
  hrefOf: (category: string) => string
}

/** "All" and a button for every category, each a link that works without script. */
export function WordCategories({ label, categories, chosen, total, hrefOf }: WordCategoriesProps) {
  return (
    <nav aria-label={label} className="category-buttons no-print">
      <ul>
        {[{ name: '', count: total }, ...categories].map(({ name, count }) => (
          <li key={name}>
            <Link to={hrefOf(name)} aria-current={name === chosen ? 'true' : undefined} preventScrollReset>
              {name || 'All'} <span className="count">{count}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** How many there are of each category, in the order given. */
export function countCategories(names: readonly string[], items: readonly { category: string }[]): { name: string; count: number }[] {
  return names.map((name) => ({ name, count: items.filter(({ category }) => category === name).length }))
}
