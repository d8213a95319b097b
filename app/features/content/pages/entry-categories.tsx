import { ChoiceNav } from '#app/ui/choice-nav.tsx'

interface EntryCategoriesProps {
  label: string
  /** Categories with the number of their entries. */
  categories: readonly { name: string; count: number }[]
  chosen: string
  total: number
  hrefOf: (category: string) => string
}

/** "All" and a button for every category. */
export function EntryCategories({ label, categories, chosen, total, hrefOf }: EntryCategoriesProps) {
  return (
    <ChoiceNav
      label={label}
      choices={[{ name: '', count: total }, ...categories].map(({ name, count }) => ({
        label: name || 'All',
        count,
        to: hrefOf(name),
        isChosen: name === chosen,
      }))}
    />
  )
}

/** Counts the items of each category, in the order given. */
export function countCategories(names: readonly string[], items: readonly { category: string }[]): { name: string; count: number }[] {
  return names.map((name) => ({ name, count: items.filter(({ category }) => category === name).length }))
}
