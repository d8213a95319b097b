import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { activityWords } from '#app/features/kit/frame/activity-words.ts'
import { CellLines, CellText } from '#app/features/kit/grid/cells.tsx'
import type { GridFilter } from '#app/features/kit/grid/columns.ts'
import { DataGrid } from '#app/features/kit/grid/data-grid.tsx'
import { columnsOf } from '#app/features/kit/grid/list-columns.tsx'
import { differencesOf } from '#app/features/platform/differences.ts'
import { SuperAdminsOnly } from '#app/features/platform/super-admins-only.tsx'
import { auditFacetsQuery, auditQuery } from '#app/features/reporting/audit-queries.ts'
import { queryOf } from '#app/lib/api.ts'
import { figure, instant } from '#app/lib/format.ts'
import { useToken } from '#app/lib/token.ts'
import type { AuditRecord } from '#contract/reporting/audit.ts'
import { AUDIT_LIST } from '#contract/reporting/audit-list.ts'
import { ROLES, roleLabel } from '#domain/user.ts'
import { AuditSentence, auditText } from './audit-sentence.tsx'

const CHANGES = 2

const roleWords = (role: string) => {
  const known = ROLES.find((one) => one === role)
  return known ? roleLabel(known) : 'The shop itself'
}

function Change({ entry: { after, before } }: { entry: AuditRecord }) {
  const differences = differencesOf(before, after)
  if (differences.length === 0) return <span className="text-ink-2">None</span>
  return (
    <CellText>
      {differences.slice(0, CHANGES).map((difference, at) => (
        <span key={difference.field}>
          {at > 0 && ', '}
          {difference.field}:{' '}
          {difference.before !== null && (
            <del dir="auto" className="text-bad">
              {difference.before}
            </del>
          )}{' '}
          {difference.after !== null && (
            <ins dir="auto" className="text-ok no-underline">
              {difference.after}
            </ins>
          )}
        </span>
      ))}
      {differences.length > CHANGES && <span className="text-ink-2">, and {figure(differences.length - CHANGES)} more</span>}
    </CellText>
  )
}

const COLUMNS = columnsOf(AUDIT_LIST, {
  at: ({ at, id }) => (
    <Link to={`/admin/audit/${id}`}>
      <time dateTime={at}>{instant(at)}</time>
    </Link>
  ),
  what: (entry) => (
    <CellLines more={roleWords(entry.actorRole)}>
      <AuditSentence entry={entry} />
    </CellLines>
  ),
  change: (entry) => <Change entry={entry} />,
  object: ({ targetId, targetType }) => (
    <span className="break-all">
      {targetType} {targetId}
    </span>
  ),
  request: ({ requestId }) => <span className="break-all">{requestId ?? 'None'}</span>,
})

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** The kinds of targets as people say them: `payout_account` is "Payout account". */
const typeOptions = (values: readonly string[]) => values.map((value) => ({ value, label: capitalized(value.replaceAll(/[-_]/g, ' ')) }))

/** The actions in the words of their sentences, in alphabetical order. */
const actionOptions = (values: readonly string[]) =>
  values
    .map((value) => {
      const [noun = ''] = value.split('.')
      return {
        value,
        label: capitalized(activityWords({ action: value, targetType: noun, targetId: noun, targetName: null }).replace(/:$/, '')),
      }
    })
    .toSorted((one, other) => one.label.localeCompare(other.label))

/** Audit log: actor, action, target and time of each change. */
export default function AuditScreen() {
  return (
    <SuperAdminsOnly>
      <h1>Audit log</h1>
      <Log />
    </SuperAdminsOnly>
  )
}

function Log() {
  const token = useToken((state) => state.token)
  const { data } = useQuery(queryOf(auditFacetsQuery(token)))
  const filters: readonly GridFilter[] = [
    { name: 'actor', label: 'Staff', options: data?.staff.map(({ id, name }) => ({ value: id, label: name })) ?? [] },
    { name: 'action', label: 'Action', options: actionOptions(data?.actions ?? []) },
    { name: 'targetType', label: 'Object', options: typeOptions(data?.targetTypes ?? []) },
    { name: 'from', label: 'From', kind: 'date' },
    { name: 'to', label: 'To', kind: 'date' },
  ]
  return (
    <DataGrid
      name="audit-log"
      records="audit-entries"
      label="Audit log"
      columns={COLUMNS}
      rowId={({ id }) => String(id)}
      rowName={auditText}
      hrefOf={({ id }) => `/admin/audit/${id}`}
      read={(query) => auditQuery(token, query)}
      filters={filters}
      searchLabel="Search name, action or id"
      defaultSort="-createdAt"
      exportPath="/api/admin/audit-log/export"
      empty={{ filtered: 'No entries found', none: 'No entries yet' }}
      failure="The audit log could not be loaded."
    />
  )
}
