import { toast } from '#app/lib/toast.ts'
import { useRemembered } from '#app/lib/use-remembered.ts'
import { COMPARED_KEY, type Compared, comparisonProblem, isComparison, NONE_COMPARED } from './comparison.ts'

/** The products that this browser has chosen to compare, in all its tabs. */
export function useComparison() {
  const [chosen, setChosen] = useRemembered(COMPARED_KEY, isComparison, NONE_COMPARED)
  const remove = (slug: string) => setChosen(chosen.filter((product) => product.slug !== slug))
  /** Adds a product, or says why it cannot join the others. */
  const add = ({ slug, name, type }: Compared) => {
    const problem = comparisonProblem(chosen, { type })
    if (problem) toast.error(problem)
    else setChosen([...chosen, { slug, name, type }])
  }
  return { chosen, add, remove, setChosen }
}
