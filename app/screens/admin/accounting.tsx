import { SuperAdminsOnly } from '#app/features/platform/super-admins-only.tsx'
import { AccountingFiles } from './accounting-files.tsx'

export default function AccountingScreen() {
  return (
    <SuperAdminsOnly>
      <h1>Accounting</h1>
      <p className="mt-2 max-w-text text-ink-2">Files for the bookkeeping and the tax office.</p>
      <AccountingFiles />
    </SuperAdminsOnly>
  )
}
