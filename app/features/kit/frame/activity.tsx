import { Link } from 'react-router'
import { usePageUser } from '#app/features/kit/session/use-session.ts'
import { instant } from '#app/lib/format.ts'
import type { Activity } from '#contract/reporting/dashboard.ts'
import { activityActor, activityHref, activityName, activityWords } from './activity-words.ts'

/** The latest actions, each linked to its target. */
export function RecentActivity({ entries }: { entries: readonly Activity[] }) {
  const user = usePageUser()
  return (
    <section aria-labelledby="activity" className="mt-8">
      <h2 id="activity" className="text-xl">
        Recent Activity
      </h2>
      {entries.length === 0 ? (
        <p className="panel mt-3 p-6 text-ink-2">No recent activity</p>
      ) : (
        <ul className="panel mt-3">
          {entries.map((entry, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: entries have no id, and two may be alike
            <li
              key={index}
              className="flex flex-wrap justify-between gap-x-4.5 gap-y-0.5 px-4 py-2.5 not-first:border-t-[1.5px] not-first:border-line"
            >
              <Entry entry={entry} isSuper={user?.role === 'super_admin'} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function Entry({ entry, isSuper }: { entry: Activity; isSuper: boolean }) {
  return (
    <>
      <span className="min-w-0 break-words">
        <ActivitySentence entry={entry} isSuper={isSuper} />
      </span>
      <time dateTime={entry.at} className="text-sm text-ink-2">
        {instant(entry.at)}
      </time>
    </>
  )
}

/** An action as a sentence, with a link to its target. */
export function ActivitySentence({ entry, isSuper }: { entry: Omit<Activity, 'at'>; isSuper: boolean }) {
  const href = activityHref(entry, isSuper)
  const name = activityName(entry)
  const words = activityWords(entry)
  const actor = activityActor(entry)
  return (
    <>
      {actor !== null && (
        <b>
          <bdi>{actor}</bdi>{' '}
        </b>
      )}
      {href !== null && name === null ? <Link to={href}>{words}</Link> : words}
      {name !== null && (
        <>
          {' '}
          {href === null ? (
            <bdi>{name}</bdi>
          ) : (
            <Link to={href}>
              <bdi>{name}</bdi>
            </Link>
          )}
        </>
      )}
    </>
  )
}
