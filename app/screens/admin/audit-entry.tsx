import { Link, useParams } from 'react-router'
import { activityHref } from '#app/features/kit/frame/activity-words.ts'
import { type Difference, differencesOf } from '#app/features/platform/differences.ts'
import { SuperAdminsOnly } from '#app/features/platform/super-admins-only.tsx'
import { auditEntryQuery } from '#app/features/reporting/audit-queries.ts'
import { instant } from '#app/lib/format.ts'
import { getShop } from '#app/lib/shop.ts'
import { useToken } from '#app/lib/token.ts'
import { Load } from '#app/ui/load.tsx'
import type { AuditRecord } from '#contract/reporting/audit.ts'

export const meta = () => [{ title: `Audit entry | ${getShop().name}` }, { name: 'robots', content: 'noindex' }]

export default function AuditEntryScreen() {
  const { id = '' } = useParams()
  return (
    <SuperAdminsOnly>
      <p>
        <Link to="/admin/audit" className="inline-flex min-h-11 items-center">
          Back to the audit log
        </Link>
      </p>
      <h1>Audit entry</h1>
      <Entry id={id} />
    </SuperAdminsOnly>
  )
}

function Entry({ id }: { id: string }) {
  const token = useToken((state) => state.token)
  return (
    <Load read={auditEntryQuery(token, id)} failure="The entry could not be loaded.">
      {(entry) => (
        <div className="frame mt-4">
          <div className="settings-head">
            <h2 className="text-xl">
              <code>{entry.action}</code>
            </h2>
          </div>
          <Facts entry={entry} />
          <Differences differences={differencesOf(entry.before, entry.after)} />
        </div>
      )}
    </Load>
  )
}

function Facts({ entry: { action, actorId, actorName, actorRole, at, reason, requestId, targetId, targetType } }: { entry: AuditRecord }) {
  const place = activityHref({ action, targetType, targetId, targetName: null }, true)
  return (
    <dl className="pairs settings-body">
      <dt>When</dt>
      <dd className="wrap-anywhere">
        <time dateTime={at}>{instant(at)}</time>
      </dd>
      <dt>Who</dt>
      <dd className="wrap-anywhere">
        {actorId ? <Link to={`/admin/users?search=${actorId}`}>{actorName}</Link> : actorName} ({actorRole})
      </dd>
      <dt>Object</dt>
      <dd className="break-all wrap-anywhere">
        {targetType} {place ? <Link to={place}>{targetId}</Link> : targetId}
      </dd>
      <dt>Its history</dt>
      <dd className="wrap-anywhere">
        <Link to={`/admin/audit?search=${encodeURIComponent(targetId)}`}>All entries about it</Link>
      </dd>
      {reason && (
        <>
          <dt>Reason</dt>
          <dd className="wrap-anywhere">{reason}</dd>
        </>
      )}
      {requestId && (
        <>
          <dt>Request</dt>
          <dd className="break-all wrap-anywhere">
            <code>{requestId}</code>
          </dd>
        </>
      )}
    </dl>
  )
}

const NONE = <span className="text-ink-2">nothing</span>

function Differences({ differences }: { differences: readonly Difference[] }) {
  if (differences.length === 0) return <p className="settings-body text-ink-2">No field changes.</p>
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolls sideways where it is narrow
    <div className="fold-t overflow-x-auto" role="region" aria-label="What changed" tabIndex={0}>
      <table className="matrix audit-differences">
        <thead>
          <tr>
            <th scope="col">Field</th>
            <th scope="col">Before</th>
            <th scope="col">After</th>
          </tr>
        </thead>
        <tbody>
          {differences.map(({ after, before, field }) => (
            <tr key={field}>
              <th scope="row">{field}</th>
              <td>{before === null ? NONE : <del className="text-bad">{before}</del>}</td>
              <td>{after === null ? NONE : <ins className="text-ok no-underline">{after}</ins>}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
