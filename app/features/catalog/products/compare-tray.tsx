import { Link } from 'react-router'
import { figure } from '#app/lib/format.ts'
import { CloseIcon } from '#app/ui/icons.tsx'
import { compareHref } from './comparison.ts'
import { useComparison } from './use-comparison.ts'

/** The chosen products at the foot of a list, with the address that compares them; nothing before the first is chosen. */
export function CompareTray() {
  const { chosen, remove, setChosen } = useComparison()
  if (chosen.length === 0) return null
  return (
    <section
      aria-label="Products to compare"
      className="no-print sticky z-5 bottom-0 flex flex-wrap items-center gap-x-6 gap-y-2 mt-6 px-4 py-3 border-2 border-ink bg-surface"
    >
      <ul className="flex flex-wrap gap-x-5 max-sm:hidden">
        {chosen.map(({ slug, name }) => (
          <li key={slug} className="flex items-center">
            <span className="font-medium">
              <bdi>{name}</bdi>
            </span>
            <button type="button" className="icon-button" aria-label={`Remove ${name}`} onClick={() => remove(slug)}>
              <CloseIcon />
            </button>
          </li>
        ))}
      </ul>
      <p className="flex gap-3 max-sm:w-full sm:ml-auto">
        <button type="button" className="button hollow" onClick={() => setChosen([])}>
          Clear
        </button>
        <Link className="button grow" to={compareHref(chosen.map(({ slug }) => slug))}>
          Compare ({figure(chosen.length)})
        </Link>
      </p>
    </section>
  )
}
