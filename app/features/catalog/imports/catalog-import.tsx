import { type ReactNode, useEffect, useRef, useState } from 'react'
import { LeaveQuestion } from '#app/features/kit/forms/use-unsaved-guard.tsx'
import { messageOf } from '#app/lib/api.ts'
import { LoadingNote } from '#app/ui/loading-note.tsx'
import { ReadFailed } from '#app/ui/read-failed.tsx'
import type { ImportDetail, ImportOptions, ImportPreview } from '#contract/catalog/imports.ts'
import { isApiError } from '#contract/errors.ts'
import { CheckStep } from './check-step.tsx'
import { ColumnsStep } from './columns-step.tsx'
import { FileStep } from './file-step.tsx'
import { type ImportSide, ImportSideContext } from './import-side.ts'
import { type ImportStep, ImportStrip } from './import-strip.tsx'
import { PastImports } from './past-imports.tsx'
import { RunStep } from './run-step.tsx'
import { useImport } from './use-import.ts'

interface CatalogImportProps {
  side: ImportSide
  /** Shown to those who may open the screen and not import. */
  denied: ReactNode
}

/** Products from a file, in four steps; earlier imports are listed below. */
export function CatalogImport({ side, denied }: CatalogImportProps) {
  return (
    <ImportSideContext value={side}>
      <Dialog denied={denied} />
    </ImportSideContext>
  )
}

function Dialog({ denied }: Pick<CatalogImportProps, 'denied'>) {
  const { current, one, found, go, keep } = useImport()
  if (isApiError(current.error) && current.error.status === 403) return denied
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
        <ColumnsStep
          key={JSON.stringify(found.file.table)}
          draft={found}
          file={found.file}
          onRead={keep}
          onChecked={checked}
          onChange={() => setDirty(true)}
          onAgain={() => go(null)}
        />
      )}
      {found?.file && step === 'Check' && preview && (
        <CheckStep
          draft={found}
          file={found.file}
          preview={preview}
          onChecked={checked}
          onStarted={go}
          onBack={() => setPreview(undefined)}
        />
      )}
      {found && step === 'Import' && <RunStep found={found} onUndo={keep} onAgain={() => go(null)} />}
      <LeaveQuestion isDirty={isDirty && step === 'Columns'} />
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
    area.current?.focus({ preventScroll: true })
    area.current?.scrollIntoView({ block: 'start' })
  }, [step])
  return area
}
