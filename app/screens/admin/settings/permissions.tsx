import { permissionsQuery } from '#app/features/platform/queries.ts'
import { useToken } from '#app/lib/token.ts'
import { Load } from '#app/ui/load.tsx'
import type { Permission } from '#contract/settings.ts'
import { ROLES, roleLabel } from '#domain/user.ts'

const GRANTS: Record<Permission['grants'][keyof Permission['grants']], { word: string; tone: string }> = {
  yes: { word: 'Yes', tone: 'ok' },
  own: { word: 'Own only', tone: 'blue' },
  switch: { word: 'Switched off', tone: 'warn' },
  no: { word: 'No', tone: 'idle' },
}

/** What each role may do, as the rules of the calls have it. */
export function Permissions() {
  const token = useToken((state) => state.token)
  return (
    <section id="permissions" aria-labelledby="permissions-title" className="frame settings-section">
      <div className="settings-head">
        <h2 id="permissions-title">Permissions</h2>
        <p>What each role may do, drawn from the rules of the calls themselves. Roles are given to people on the Users screen.</p>
      </div>
      <Load read={permissionsQuery(token)} failure="The permissions could not be loaded.">
        {(permissions) => <Matrix permissions={permissions} />}
      </Load>
    </section>
  )
}

function Matrix({ permissions }: { permissions: readonly Permission[] }) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolls sideways where it is narrow
    <div className="matrix-scroll" role="region" aria-labelledby="permissions-title" tabIndex={0}>
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
          {permissions.map(({ calls, grants, key, texts }) => (
            <tr key={`${key} ${calls.join()}`}>
              <th scope="row">
                <code>{key}</code>
                <span>{texts.length > 2 ? `${texts[0]} And ${texts.length - 1} more like it.` : texts.join(' ')}</span>
              </th>
              {ROLES.map((role) => (
                <td key={role}>
                  <span className={`status ${GRANTS[grants[role]].tone}`}>{GRANTS[grants[role]].word}</span>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
