import { instant } from '#app/lib/format.ts'
import { useToken } from '#app/lib/token.ts'
import { Load } from '#app/ui/load.tsx'
import { Together } from '#app/ui/together.tsx'
import { schedulesQuery } from './job-queries.ts'
import { JobsGrid, KIND_LABELS } from './jobs-grid.tsx'

/** Background jobs, such as imports and the nightly purge. */
export default function JobsScreen() {
  const token = useToken((state) => state.token)
  return (
    <>
      <h1>Jobs</h1>
      <p className="mt-2 max-w-text text-ink-2">Background jobs of the last 30 days. Emails are in the email log.</p>
      <Together>
        <JobsGrid />
        <h2 className="mt-8 text-xl">Schedule</h2>
        <Load read={schedulesQuery(token)} failure="The schedules could not be loaded.">
          {(schedules) => (
            <ul className="mt-3">
              {schedules.length === 0 && <li className="text-ink-2">The queue is starting.</li>}
              {schedules.map(({ kind, nextAt }) => (
                <li key={kind}>
                  {KIND_LABELS[kind]}: every day, next <time dateTime={nextAt}>{instant(nextAt)}</time>
                </li>
              ))}
            </ul>
          )}
        </Load>
      </Together>
    </>
  )
}
