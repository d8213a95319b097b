import { AccountingFiles } from './accounting-files.tsx'

export default function AccountingScreen() {
  return (
    <>
      <h1>Accounting</h1>
      <p className="mt-2 max-w-text text-ink-2">Files for your bookkeeping and tax returns.</p>
      <AccountingFiles />
    </>
  )
}
