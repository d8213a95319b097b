import { Link } from 'react-router'
import { PlaceTabs } from '#app/features/kit/frame/navigation.tsx'
import { permissionsQuery } from '#app/features/platform/queries.ts'
import { count } from '#app/lib/format.ts'
import { useToken } from '#app/lib/token.ts'
import { Load } from '#app/ui/load.tsx'
import type { Permission } from '#contract/platform/settings.ts'
import { DUTIES, DUTY_LABELS, DUTY_TEXTS } from '#domain/permissions.ts'
import { ROLES, roleLabel } from '#domain/user.ts'
import { SettingsFrame } from './section.tsx'

const GRANTS: Record<Permission['grants'][keyof Permission['grants']], { word: string; tone: string }> = {
  yes: { word: 'Yes', tone: 'ok' },
  own: { word: 'Own only', tone: 'blue' },
  switch: { word: 'Switched off', tone: 'warn' },
  no: { word: 'No', tone: 'idle' },
}

/** Permissions of each role, as the calls' access rules define them. */
export function Permissions() {
  const token = useToken((state) => state.token)
  return (
    <>
      <PlaceTabs label="Team and permissions" />
      <SettingsFrame
        group="permissions"
        text={
          <>
            What each role can do, taken from the rules that the server enforces. Assign roles under <Link to="/admin/users">Users</Link>.
          </>
        }
      >
        <Load read={permissionsQuery(token)} failure="The permissions could not be loaded.">
          {(permissions) => (
            <>
              <Matrix permissions={permissions} />
              <Duties />
            </>
          )}
        </Load>
      </SettingsFrame>
    </>
  )
}

/** The duties to which a super admin can narrow the role of an application admin. */
function Duties() {
  return (
    <section aria-labelledby="duties" className="settings-body">
      <h2 id="duties" className="text-xl">
        Duties of application admins
      </h2>
      <p className="mt-2 max-w-text text-ink-2">
        The table shows an application admin with all duties. A super admin can narrow them on the page of the user.
      </p>
      <dl className="pairs mt-3">
        {DUTIES.map((duty) => (
          <div key={duty} className="contents">
            <dt>{DUTY_LABELS[duty]}</dt>
            <dd>{DUTY_TEXTS[duty]}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

/** Permissions of one subject that the same roles have. */
interface Row {
  subject: string
  grants: Permission['grants']
  permissions: Permission[]
}

function rowsOf(permissions: readonly Permission[]): Row[] {
  const rows = new Map<string, Row>()
  for (const permission of permissions) {
    const subject = permission.key.split('.')[0] ?? ''
    const id = `${subject} ${Object.values(permission.grants).join()}`
    const row = rows.get(id) ?? { subject, grants: permission.grants, permissions: [] }
    row.permissions.push(permission)
    rows.set(id, row)
  }
  return [...rows.values()]
}

function Matrix({ permissions }: { permissions: readonly Permission[] }) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolls sideways where it is narrow
    <div className="overflow-x-auto" role="region" aria-label="Roles and their permissions" tabIndex={0}>
      <table className="matrix">
        <thead>
          <tr>
            <th scope="col">Permission</th>
            {ROLES.map((role) => (
              <th key={role} scope="col">
                {roleLabel(role)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rowsOf(permissions).map((row) => (
            <MatrixRow key={row.permissions.map(({ key, calls }) => key + calls.join()).join()} row={row} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

function MatrixRow({ row: { grants, permissions } }: { row: Row }) {
  return (
    <tr>
      <th scope="row">
        <span className="permission-keys flex flex-wrap gap-x-3.5 gap-y-0.5">
          {[...new Set(permissions.map(({ key }) => key))].map((key) => (
            <code key={key}>{key}</code>
          ))}
        </span>
        <Sentences permissions={permissions} />
      </th>
      {ROLES.map((role) => (
        <td key={role}>
          <span className={`status ${GRANTS[grants[role]].tone}`}>{GRANTS[grants[role]].word}</span>
        </td>
      ))}
    </tr>
  )
}

function Sentences({ permissions }: { permissions: readonly Permission[] }) {
  const calls = permissions.flatMap(({ calls: paths, texts }) => paths.map((path, index) => ({ path, text: texts[index] ?? '' })))
  return (
    <details>
      <summary>{count(calls.length, 'call')}</summary>
      <ul>
        {calls.map(({ path, text }) => (
          <li key={path}>
            {text} <code className="break-all">{path}</code>
          </li>
        ))}
      </ul>
    </details>
  )
}
