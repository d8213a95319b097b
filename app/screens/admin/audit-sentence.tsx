import { Link } from 'react-router'
import { activityActor, activityHref, activityName, activityWords } from '#app/features/kit/frame/activity-words.ts'
import type { AuditRecord } from '#contract/reporting/audit.ts'

/** Returns an entry of the audit log as a sentence. */
export const auditText = (entry: AuditRecord): string =>
  [activityActor(entry), activityWords(entry), activityName(entry)].filter((part) => part !== null).join(' ')

/** The same with a link to what it is about. */
export function AuditSentence({ entry }: { entry: AuditRecord }) {
  const actor = activityActor(entry)
  const name = activityName(entry)
  const words = activityWords(entry)
  const href = activityHref(entry, true)
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
