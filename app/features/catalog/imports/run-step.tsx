import { type ReactNode, useState } from 'react'
import { ActDialog } from '#app/features/kit/forms/delete-dialog.tsx'
import { Tiles } from '#app/features/kit/frame/tiles.tsx'
import { messageOf } from '#app/lib/api.ts'
import { download } from '#app/lib/download.ts'
import { count, figure, instant } from '#app/lib/format.ts'
import { toast } from '#app/lib/toast.ts'
import { BusyButton } from '#app/ui/busy-button.tsx'
import type { ImportDetail } from '#contract/catalog/imports.ts'
import { ImportNotes } from './import-notes.tsx'
import { useImportSide } from './import-side.ts'

/** The fourth step: the import's progress, then its result. */
export function RunStep({ found, onUndo, onAgain }: { found: ImportDetail; onUndo: (undoing: ImportDetail) => void; onAgain: () => void }) {
  const { status, undo } = found
  if (status === 'waiting' || status === 'running') {
    return (
      <Working title={`Importing ${found.fileName}`} {...found}>
        You can leave this page. The import continues, and you'll find its progress here.
      </Working>
    )
  }
  if (undo.state === 'running') {
    return (
      <Working title={`Undoing ${found.fileName}`} {...undo}>
        You can leave this page. It continues in the background.
      </Working>
    )
  }
  return <Result found={found} onUndo={onUndo} onAgain={onAgain} />
}

function Working({ title, done, total, children }: { title: string; done: number; total: number; children: ReactNode }) {
  const said = total === 0 ? 'Reading the file…' : `${figure(done)} of ${count(total, 'product')}`
  return (
    <div className="import-panel">
      <h2>{title}</h2>
      <progress className="import-progress" aria-label={title} max={Math.max(total, 1)} {...(total > 0 && { value: done })} />
      <p className="mt-2 text-lg">{said}</p>
      <p className="mt-2 text-ink-2">{children}</p>
    </div>
  )
}

/** Returns the heading of a result, in the specification's words where it has any. */
function headOf({ status, report }: ImportDetail): [title: string, tone: 'ok' | 'bad' | ''] {
  if (status === 'undone') return ['Import undone', '']
  return status === 'done' && report?.success ? ['Import Successful', 'ok'] : ['Import Failed', 'bad']
}

function Result({ found, onUndo, onAgain }: { found: ImportDetail; onUndo: (undoing: ImportDetail) => void; onAgain: () => void }) {
  const { report, problem, fileName, actorName, at } = found
  const [title, tone] = headOf(found)
  const said = problem ?? report?.message ?? 'Unknown error'
  return (
    <div className="import-panel">
      <div role={tone === 'bad' ? 'alert' : 'status'} className={`notice ${tone}`}>
        <h2>{title}</h2>
        {found.status !== 'undone' && <p className="mt-1">{said}</p>}
      </div>
      {report && found.status !== 'undone' && <Counts report={report} />}
      {report && found.status !== 'undone' && <ImportNotes notes={report.notes} />}
      {found.undo.state === 'done' && <Undone undo={found.undo} />}
      <p className="mt-4 text-sm text-ink-2">
        <bdi>{fileName}</bdi>, {instant(at)}
        {actorName && `, by ${actorName}`}
      </p>
      {found.undo.why && REFUSALS[found.undo.why] && <p className="mt-2 text-sm text-ink-2">{REFUSALS[found.undo.why]}</p>}
      <p className="flex flex-wrap gap-3 mt-5">
        <button type="button" className="button" onClick={onAgain}>
          Import another file
        </button>
        {found.errorCount > 0 && found.file === null && <Rejected id={found.id} />}
        {found.undo.state === 'possible' && <Undo found={found} onUndo={onUndo} />}
      </p>
    </div>
  )
}

function Counts({ report }: { report: NonNullable<ImportDetail['report']> }) {
  const { results } = report
  return (
    <>
      <Tiles
        perRow={4}
        tiles={[
          { value: figure(results.products), label: 'Products' },
          { value: figure(results.features), label: 'Features' },
          { value: figure(results.images), label: 'Images' },
          { value: figure(results.specifications), label: 'Specifications' },
        ]}
      />
      <dl className="flex flex-wrap gap-x-7 gap-y-1 mt-3.5">
        {[
          ['New', report.created],
          ['Changed', report.updated],
          ['Unchanged', report.unchanged],
          ['Skipped because of errors', report.skipped],
        ].map(([name, value]) => (
          <div key={name} className="flex gap-2">
            <dt className="text-ink-2">
              <bdi>{name}</bdi>
            </dt>
            <dd className="font-strong">{figure(Number(value))}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}

const SPARED: Record<ImportDetail['undo']['left'][number]['why'], string> = {
  edited: 'because they have been edited since',
  ordered: 'because they have been ordered since',
  importedAgain: 'because a later import changed them. Undo that import first',
}

function Undone({ undo: { left, total } }: { undo: ImportDetail['undo'] }) {
  const reasons = Object.entries(SPARED).map(([why, words]) => ({ why, words, products: left.filter((one) => one.why === why) }))
  return (
    <div className="mt-4">
      <p>{count(total - left.length, 'product')} restored or deleted.</p>
      {reasons
        .filter(({ products }) => products.length > 0)
        .map(({ why, words, products }) => (
          <div key={why}>
            <p className="mt-2">
              {count(products.length, 'product')} stayed as they are {words}:
            </p>
            <ul className="mt-1 list-disc pl-6">
              {products.map(({ slug, name }) => (
                <li key={slug}>
                  <bdi>{name}</bdi> ({slug})
                </li>
              ))}
            </ul>
          </div>
        ))}
    </div>
  )
}

const REFUSALS: Record<NonNullable<ImportDetail['undo']['why']>, string | null> = {
  notFinished: null,
  alreadyUndone: null,
  nothingChanged: 'There is nothing to undo: this import changed no product.',
  tooOld: 'This import is more than 30 days old and can no longer be undone.',
}

function Rejected({ id }: { id: string }) {
  const { path } = useImportSide()
  const [busy, setBusy] = useState<string>()
  const save = async (format: 'csv' | 'xlsx') => {
    setBusy(format)
    try {
      await download(`${path}/${id}/rejected?format=${format}`, `rejected.${format}`)
    } catch (failure) {
      toast.error(messageOf(failure, 'The file could not be created. Please try again.'))
    }
    setBusy(undefined)
  }
  return (['xlsx', 'csv'] as const).map((format) => (
    <BusyButton key={format} className="button hollow" isBusy={busy === format} busy="Writing…" onPress={() => void save(format)}>
      Rejected rows ({format === 'csv' ? 'CSV' : 'Excel'})
    </BusyButton>
  ))
}

function Undo({ found, onUndo }: { found: ImportDetail; onUndo: (undoing: ImportDetail) => void }) {
  const { calls } = useImportSide()
  const [isAsking, setAsking] = useState(false)
  const undo = async () => {
    onUndo(await calls.undo({ params: { id: found.id } }))
    setAsking(false)
  }
  return (
    <>
      <button type="button" className="button danger" onClick={() => setAsking(true)}>
        Undo this import
      </button>
      {isAsking && (
        <ActDialog
          title="Undo this import?"
          confirm="Undo"
          busy="Starting…"
          isDanger
          act={undo}
          failed="The import could not be undone. Please try again."
          onClose={() => setAsking(false)}
        >
          <p>
            {count(found.report?.created ?? 0, 'new product')} will be deleted and {count(found.report?.updated ?? 0, 'changed product')}{' '}
            will be restored. Products that were edited or ordered since then stay as they are, and sold units stay sold.
          </p>
        </ActDialog>
      )}
    </>
  )
}
