import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import { activityHref } from '#app/features/kit/frame/activity-words.ts'
import { BackLink } from '#app/features/kit/frame/back-link.tsx'
import { usePageTitle } from '#app/features/kit/frame/use-page-title.ts'
import { type Difference, differencesOf } from '#app/features/platform/differences.ts'
import { SuperAdminsOnly } from '#app/features/platform/super-admins-only.tsx'
import { auditEntryQuery } from '#app/features/reporting/audit-queries.ts'
import { queryOf } from '#app/lib/api.ts'
import { instant } from '#app/lib/format.ts'
import { getShop } from '#app/lib/shop.ts'
import { useToken } from '#app/lib/token.ts'
import { Load } from '#app/ui/load.tsx'
import type { AuditRecord } from '#contract/reporting/audit.ts'
import { ROLES, roleLabel } from '#domain/user.ts'
import { auditText } from './audit-sentence.tsx'

export const meta = () => [{ title: `Audit entry | ${getShop().name}` }, { name: 'robots', content: 'noindex' }]

export default function AuditEntryScreen() {
  const { id = '' } = useParams()
  return (
    <SuperAdminsOnly>
      <BackLink records="audit-entries" usual="/admin/audit">
        Audit log
      </BackLink>
      <Entry id={id} />
    </SuperAdminsOnly>
  )
}

function Entry({ id }: { id: string }) {
  const token = useToken((state) => state.token)
  const { data } = useQuery(queryOf(auditEntryQuery(token, id)))
  usePageTitle(data ? `${auditText(data)} | Audit log` : null)
  return (
    <>
      <p className="text-ink-2">Audit entry</p>
      <h1 className="wrap-anywhere">{data ? auditText(data) : 'Audit entry'}</h1>
      <Load read={auditEntryQuery(token, id)} failure="The entry could not be loaded.">
        {(entry) => (
          <div className="frame mt-4">
            <Facts entry={entry} />
            <Differences differences={differencesOf(entry.before, entry.after)} />
            <RawData entry={entry} />
          </div>
        )}
      </Load>
    </>
  )
}

function Facts({ entry }: { entry: AuditRecord }) {
  const { actorId, actorName, actorRole, at, reason, targetId, targetName, targetType } = entry
  const place = activityHref(entry, true)
  const role = ROLES.find((one) => one === actorRole)
  const name = targetName ?? targetId
  return (
    <dl className="pairs settings-body">
      <dt>When</dt>
      <dd className="wrap-anywhere">
        <time dateTime={at}>{instant(at)}</time>
      </dd>
      <dt>Who</dt>
      <dd className="wrap-anywhere">
        {actorId ? (
          <Link to={`/admin/users?search=${actorId}`}>
            <bdi>{actorName}</bdi>
          </Link>
        ) : (
          <bdi>{actorName}</bdi>
        )}
        {role && ` (${roleLabel(role)})`}
      </dd>
      <dt>Object</dt>
      <dd className="wrap-anywhere">
        {targetType.replaceAll(/[-_]/g, ' ')}{' '}
        {place ? (
          <Link to={place}>
            <bdi>{name}</bdi>
          </Link>
        ) : (
          <bdi>{name}</bdi>
        )}
      </dd>
      <dt>History</dt>
      <dd className="wrap-anywhere">
        <Link to={`/admin/audit?search=${encodeURIComponent(targetId)}`}>All entries for this object</Link>
      </dd>
      {reason && (
        <>
          <dt>Reason</dt>
          <dd className="wrap-anywhere">{reason}</dd>
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
              <td>
                {before === null ? (
                  NONE
                ) : (
                  <del dir="auto" className="text-bad">
                    {before}
                  </del>
                )}
              </td>
              <td>
                {after === null ? (
                  NONE
                ) : (
                  <ins dir="auto" className="text-ok no-underline">
                    {after}
                  </ins>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** The entry as it is stored, for those who compare it with the server's log. */
function RawData({ entry: { action, before, after, requestId, targetId, targetType } }: { entry: AuditRecord }) {
  return (
    <details className="fold-t px-5.5 py-1.5">
      <summary className="min-h-11 py-2.5 font-medium">Raw data</summary>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolls sideways where it is narrow */}
      <pre className="overflow-x-auto text-sm" tabIndex={0}>
        {JSON.stringify({ action, targetType, targetId, requestId, before, after }, null, 2)}
      </pre>
    </details>
  )
}
