import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { useUnsavedGuard } from '#app/features/kit/forms/use-unsaved-guard.tsx'
import { isApiError, messageOf } from '#app/lib/api.ts'
import { getShop } from '#app/lib/shop.ts'
import { LoadingNote } from '#app/ui/loading-note.tsx'
import { ReadFailed } from '#app/ui/read-failed.tsx'
import type { ImportDetail, ImportOptions, ImportPreview } from '#contract/catalog/imports.ts'
import { CheckStep } from './import/check-step.tsx'
import { ColumnsStep } from './import/columns-step.tsx'
import { FileStep } from './import/file-step.tsx'
import { type ImportStep, ImportStrip } from './import/import-strip.tsx'
import { PastImports } from './import/past-imports.tsx'
import { RunStep } from './import/run-step.tsx'
import { useImport } from './import/use-import.ts'

export const meta = () => [{ title: `Catalog Import | ${getShop().name}` }, { name: 'robots', content: 'noindex' }]

/** Products from a file, in four steps; what was imported before stands below. */
export default function ImportScreen() {
  const { current, one, found, go, keep } = useImport()
  if (isApiError(current.error) && current.error.status === 403) return <Denied />
  const failed = [current, one].find(({ isError, data }) => isError && data === undefined)
  return (
    <>
      <h1>Catalog Import</h1>
      {failed ? (
        <div className="py-4">
          <ReadFailed
            text={messageOf(failed.error, 'The import could not be loaded.')}
            isReading={failed.isFetching}
            onAgain={() => void failed.refetch()}
          />
        </div>
      ) : current.isPending || one.isLoading ? (
        <div className="py-4">
          <LoadingNote />
        </div>
      ) : (
        <Steps key={found?.id ?? 'none'} found={found} go={go} keep={keep} />
      )}
      {current.data && (
        <>
          <h2 className="mt-10">Past imports</h2>
          <PastImports />
        </>
      )}
    </>
  )
}

/** For whom the guard lets in and the import does not: super admins, unless the settings say otherwise. */
function Denied() {
  return (
    <div role="alert">
      <h1>Access Denied</h1>
      <p className="my-4 max-w-lead text-ink-2">You need admin privileges to access the data import page</p>
      <Link to="/admin" className="button">
        Back to the dashboard
      </Link>
    </div>
  )
}

interface StepsProps {
  found: ImportDetail | undefined
  go: (next: ImportDetail | null) => void
  keep: (next: ImportDetail) => void
}

function stepOf(found: ImportDetail | undefined, preview: ImportPreview | undefined): ImportStep {
  if (!found) return 'File'
  if (found.status !== 'draft' || !found.file) return 'Import'
  return preview ? 'Check' : 'Columns'
}

function Steps({ found, go, keep }: StepsProps) {
  const [preview, setPreview] = useState<ImportPreview>()
  const [isDirty, setDirty] = useState(false)
  const step = stepOf(found, preview)
  const area = useStepFocus(step)
  const question = useUnsavedGuard(isDirty && step === 'Columns')
  const checked = (checkedPreview: ImportPreview, options: ImportOptions) => {
    setDirty(false)
    setPreview(checkedPreview)
    if (found?.file) keep({ ...found, file: { ...found.file, options } })
  }
  return (
    <div ref={area} tabIndex={-1} className="import-area">
      <ImportStrip step={step} isOver={found?.status === 'done'} />
      {!found && <FileStep onRead={go} />}
      {found?.file && step === 'Columns' && (
        <ColumnsStep draft={found} file={found.file} onChecked={checked} onChange={() => setDirty(true)} onAgain={() => go(null)} />
      )}
      {found && step === 'Check' && preview && (
        <CheckStep draft={found} preview={preview} onStarted={go} onBack={() => setPreview(undefined)} />
      )}
      {found && step === 'Import' && <RunStep found={found} onUndo={keep} onAgain={() => go(null)} />}
      {question}
    </div>
  )
}

/** Moves the focus to the beginning of the next step. */
function useStepFocus(step: ImportStep) {
  const area = useRef<HTMLDivElement>(null)
  const last = useRef(step)
  useEffect(() => {
    if (last.current === step) return
    last.current = step
    area.current?.focus()
    area.current?.scrollIntoView({ block: 'nearest' })
  }, [step])
  return area
}
