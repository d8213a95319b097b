import { useMemo, useState } from 'react'
import { DeleteDialog } from '#app/features/kit/forms/delete-dialog.tsx'
import { FormDialog } from '#app/features/kit/forms/form-dialog.tsx'
import { CellLines } from '#app/features/kit/grid/cells.tsx'
import type { GridColumn, GridFilter } from '#app/features/kit/grid/columns.ts'
import { DataGrid } from '#app/features/kit/grid/data-grid.tsx'
import { columnsOf } from '#app/features/kit/grid/list-columns.tsx'
import { CLASS_LABELS, choicesOf, placeText, spanText } from '#app/features/pricing/tax/labels.ts'
import { api } from '#app/lib/api.ts'
import { useToken } from '#app/lib/token.ts'
import type { TaxRule } from '#contract/pricing/tax.ts'
import { TAX_RULE_LIST } from '#contract/pricing/tax-lists.ts'
import { editColumn } from './tax/edit-column.tsx'
import { rulesQuery } from './tax/queries.ts'
import { RuleForm } from './tax/rule-form.tsx'
import { TaxFrame, useMayWriteTax } from './tax/tax-frame.tsx'

const FILTERS: readonly GridFilter[] = [{ name: 'taxClass', label: 'Class', options: choicesOf(CLASS_LABELS) }]

type Open = { what: 'add' } | { what: 'edit' | 'delete'; rule: TaxRule } | null

const nameOf = (rule: TaxRule) => `${placeText(rule)}, ${CLASS_LABELS[rule.taxClass].toLowerCase()}`

const columnsFor = (mayWrite: boolean, onOpen: (open: Open) => void): GridColumn<TaxRule>[] => [
  ...columnsOf(TAX_RULE_LIST, {
    place: (rule) => (
      <CellLines more={rule.name}>
        <span className="font-medium">{placeText(rule)}</span>
      </CellLines>
    ),
    class: ({ taxClass }) => CLASS_LABELS[taxClass],
    percent: ({ percent }) => `${percent}%`,
    shipping: ({ shipsTaxed }) => (shipsTaxed ? 'Taxed' : 'Not taxed'),
    span: spanText,
  }),
  ...(mayWrite
    ? [
        editColumn<TaxRule>({
          nameOf: (rule) => `the rate of ${nameOf(rule)}`,
          onOpen: (what, rule) => onOpen({ what, rule }),
          isFixed: ({ isFixed }) => isFixed,
        }),
      ]
    : []),
]

/** Rates by country, state and postal code. */
export default function TaxRulesScreen() {
  const token = useToken((state) => state.token)
  const mayWrite = useMayWriteTax()
  const [open, setOpen] = useState<Open>(null)
  const close = () => setOpen(null)
  const columns = useMemo(() => columnsFor(mayWrite, setOpen), [mayWrite])
  return (
    <TaxFrame
      heading={<h1>Tax rules</h1>}
      text="Rates by country, state and postal code. The most specific rate applies. A class without its own rate uses the standard rate. Check rates against the official source."
      action={
        mayWrite && (
          <button type="button" className="button" onClick={() => setOpen({ what: 'add' })}>
            Add rate
          </button>
        )
      }
    >
      <DataGrid
        name="tax-rules"
        label="Tax rules"
        columns={columns}
        rowId={({ id }) => id}
        rowName={nameOf}
        read={(query) => rulesQuery(token, query)}
        filters={FILTERS}
        searchLabel="Search by country, state or name"
        defaultSort="place"
        exportPath="/api/admin/tax/rules/export"
        empty={{ filtered: 'No rates match your current filters', none: 'No tax rates yet.' }}
        failure="The tax rates could not be loaded."
      />
      {(open?.what === 'add' || open?.what === 'edit') && (
        <FormDialog title={open.what === 'add' ? 'Add rate' : `Rate of ${nameOf(open.rule)}`} onClose={close}>
          <RuleForm rule={open.what === 'edit' ? open.rule : null} onSaved={close} />
        </FormDialog>
      )}
      {open?.what === 'delete' && (
        <DeleteDialog
          title="Delete rate?"
          done="Rate deleted."
          remove={() => api.tax.removeRule({ params: { id: open.rule.id } })}
          onClose={close}
        >
          <p>{`${nameOf(open.rule)}: ${open.rule.percent}%. It was never in force.`}</p>
        </DeleteDialog>
      )}
    </TaxFrame>
  )
}
