import { Link, Navigate, useParams } from 'react-router'
import { settingsQuery } from '#app/features/kit/frame/queries.ts'
import { SETTINGS } from '#app/features/kit/menu/settings-screens.ts'
import { usePageUser } from '#app/features/kit/session/use-session.ts'
import { useToken } from '#app/lib/token.ts'
import { Load } from '#app/ui/load.tsx'
import { SETTINGS_PAGES } from './settings/pages.tsx'

/** A page of the settings; an address that names none leads to their list. */
export default function SettingsPageScreen() {
  const token = useToken((state) => state.token)
  const user = usePageUser()
  const { group = '' } = useParams()
  const Page = SETTINGS_PAGES.get(group)
  if (!Page) return <Navigate to={SETTINGS} replace />
  const mayEdit = user?.role === 'super_admin'
  return (
    <>
      <Link to={SETTINGS} className="back-link no-print">
        All settings
      </Link>
      {!mayEdit && <p className="notice mb-4">You can view the settings. Only super admins can change them.</p>}
      <Load read={settingsQuery(token)} failure="The settings could not be loaded.">
        {(settings) => <Page key={group} settings={settings} mayEdit={mayEdit} />}
      </Load>
    </>
  )
}
