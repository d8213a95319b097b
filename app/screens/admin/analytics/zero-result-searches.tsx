import { Link } from 'react-router'
import { day, figure } from '#app/lib/format.ts'
import type { Analytics } from '#contract/reporting/analytics.ts'

/** Searches without a result: what shoppers miss in the shop. */
export function Misses({ misses }: { misses: Analytics['misses'] }) {
  return (
    <section aria-labelledby="misses" className="analytics-part">
      <h2 className="px-4 pt-3.5 pb-2 text-lg" id="misses">
        Searches that found nothing
      </h2>
      {misses.length === 0 ? (
        <p className="p-4 text-ink-2">Every search in this period had results.</p>
      ) : (
        <table className="share-table of-words" aria-labelledby="misses">
          <thead>
            <tr>
              <th scope="col">Search</th>
              <th scope="col" className="amount">
                Total
              </th>
              <th scope="col" className="amount">
                Last
              </th>
            </tr>
          </thead>
          <tbody>
            {misses.map(({ term, times, lastAt }) => (
              <tr key={term}>
                <th scope="row">
                  <Link to={`/search?q=${encodeURIComponent(term)}`}>{term}</Link>
                </th>
                <td className="amount">{figure(times)}</td>
                <td className="amount">{day(lastAt)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}
