import { useMemo, useState } from 'react'
import { PlaceTabs } from '#app/features/kit/frame/navigation.tsx'
import { Writers } from '#app/features/kit/frame/writers.tsx'
import type { GridColumn, GridFilter } from '#app/features/kit/grid/columns.ts'
import { DataGrid } from '#app/features/kit/grid/data-grid.tsx'
import { actionsColumn, columnsOf } from '#app/features/kit/grid/list-columns.tsx'
import { useToken } from '#app/lib/token.ts'
import { SYNONYM_LIST } from '#contract/content/synonym-list.ts'
import type { StaffSynonym } from '#contract/content/synonyms.ts'
import { DeleteSynonym } from './delete-synonym.tsx'
import { ImportSynonyms } from './import-synonyms.tsx'
import { KIND_LABELS, LANGUAGE_LABELS, ORIGIN_LABELS, optionsOf } from './labels.ts'
import { synonymsQuery } from './queries.ts'
import { SynonymDialog } from './synonym-dialog.tsx'

const FILTERS: readonly GridFilter[] = [
  { name: 'language', label: 'Language', options: optionsOf(LANGUAGE_LABELS) },
  { name: 'kind', label: 'Kind', options: optionsOf(KIND_LABELS) },
  { name: 'origin', label: 'Origin', options: optionsOf(ORIGIN_LABELS) },
]

type Open = { what: 'add' | 'import' } | { what: 'edit' | 'delete'; synonym: StaffSynonym } | null

const nameOf = ({ terms }: StaffSynonym) => terms[0] ?? ''

const columnsFor = (onOpen: (open: Open) => void): GridColumn<StaffSynonym>[] => [
  ...columnsOf(SYNONYM_LIST, {
    kind: ({ kind }) => KIND_LABELS[kind],
    language: ({ language }) => LANGUAGE_LABELS[language],
    origin: ({ origin }) => ORIGIN_LABELS[origin],
  }),
  actionsColumn((synonym) => (
    <span className="row-actions">
      <button
        type="button"
        className="button hollow small"
        aria-label={`Edit ${nameOf(synonym)}`}
        onClick={() => onOpen({ what: 'edit', synonym })}
      >
        Edit
      </button>
      <button
        type="button"
        className="button danger small"
        aria-label={`Delete ${nameOf(synonym)}`}
        onClick={() => onOpen({ what: 'delete', synonym })}
      >
        Delete
      </button>
    </span>
  )),
]

/** Words of buyers and what they find. */
export default function SynonymsScreen() {
  const token = useToken((state) => state.token)
  const [open, setOpen] = useState<Open>(null)
  const close = () => setOpen(null)
  const columns = useMemo(() => columnsFor(setOpen), [])
  return (
    <>
      <div className="flex flex-wrap items-end justify-between gap-3">
        <h1>Synonyms</h1>
        <p className="flex flex-wrap gap-3">
          <Writers>
            <button type="button" className="button hollow" onClick={() => setOpen({ what: 'import' })}>
              Import synonyms
            </button>
          </Writers>
          <Writers>
            <button type="button" className="button" onClick={() => setOpen({ what: 'add' })}>
              Add synonym
            </button>
          </Writers>
        </p>
      </div>
      <PlaceTabs label="Search" />
      <DataGrid
        name="synonyms"
        label="Synonyms"
        columns={columns}
        rowId={({ id }) => id}
        rowName={nameOf}
        read={(query) => synonymsQuery(token, query)}
        filters={FILTERS}
        searchLabel="Search synonyms"
        defaultSort="terms"
        exportPath="/api/admin/search/synonyms/export"
        empty={{ filtered: 'No synonyms match your current filters', none: 'No synonyms yet.' }}
        failure="The synonyms could not be loaded."
      />
      {open?.what === 'add' && <SynonymDialog synonym={null} onClose={close} />}
      {open?.what === 'import' && <ImportSynonyms onClose={close} />}
      {open?.what === 'edit' && <SynonymDialog synonym={open.synonym} onClose={close} />}
      {open?.what === 'delete' && <DeleteSynonym synonym={open.synonym} onClose={close} />}
    </>
  )
}
