import { ChoiceNav } from '#app/ui/choice-nav.tsx'
import type { Category } from '#contract/catalog/categories.ts'
import type { ProductFacets } from '#contract/catalog/products.ts'

interface CategoryButtonsProps {
  all: string
  chosen: string
  categories: Pick<Category, 'value' | 'label' | 'count'>[]
  facets: ProductFacets | null
  hrefOf: (category: string) => string
}

/** One button for each category, with its count (S81). */
export function CategoryButtons({ all, chosen, categories, facets, hrefOf }: CategoryButtonsProps) {
  const countOf = (value: string, whole: number) =>
    facets ? (facets.categories.find((facet) => facet.value === value)?.count ?? 0) : whole
  const counted = categories.map(({ value, label, count }) => ({ value, label, count: countOf(value, count) }))
  const sum = counted.reduce((total, { count }) => total + count, 0)
  const isCounted = facets !== null || categories.length > 0
  return (
    <ChoiceNav
      label="Categories"
      choices={[{ value: '', label: all, count: sum }, ...counted].map(({ value, label, count }) => ({
        label,
        ...(isCounted && { count }),
        to: hrefOf(value),
        isChosen: value === chosen,
      }))}
    />
  )
}
