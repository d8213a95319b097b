import { useState } from 'react'
import { Link } from 'react-router'
import { RestoreButton } from '#app/features/kit/frame/restore-button.tsx'
import { Writers } from '#app/features/kit/frame/writers.tsx'
import type { GridColumn, GridFilter } from '#app/features/kit/grid/columns.ts'
import { DataGrid } from '#app/features/kit/grid/data-grid.tsx'
import { actionsColumn, columnsOf } from '#app/features/kit/grid/list-columns.tsx'
import { DeletePromo } from '#app/features/pricing/delete-promo.tsx'
import { formatUses, PromoStateBadge, promoEffect, STATE_LABELS, TYPE_LABELS } from '#app/features/pricing/promo-labels.tsx'
import { promotionsQuery } from '#app/features/pricing/queries.ts'
import { api } from '#app/lib/api.ts'
import { useToken } from '#app/lib/token.ts'
import { PROMOTION_LIST } from '#contract/pricing/promotion-list.ts'
import type { PromoCode } from '#contract/pricing/promotions.ts'
import { PROMO_STATES, PROMO_TYPES } from '#domain/promotion.ts'

const FILTERS: readonly GridFilter[] = [
  { name: 'state', label: 'State', options: PROMO_STATES.map((value) => ({ value, label: STATE_LABELS[value].label })) },
  { name: 'type', label: 'Type', options: PROMO_TYPES.map((value) => ({ value, label: TYPE_LABELS[value] })) },
]

const VIEWS = [
  { label: 'Active', query: 'state=active' },
  { label: 'Scheduled', query: 'state=scheduled' },
  { label: 'Ended', query: 'state=ended' },
]

const columnsFor = (onDelete: (code: PromoCode) => void): readonly GridColumn<PromoCode>[] => [
  ...columnsOf(PROMOTION_LIST, {
    code: ({ code, id, state }) =>
      state === 'deleted' ? (
        <span className="font-medium">{code}</span>
      ) : (
        <Link to={`/admin/promotions/${id}`} className="font-medium">
          {code}
        </Link>
      ),
    effect: promoEffect,
    state: ({ state }) => <PromoStateBadge state={state} />,
    type: ({ type }) => TYPE_LABELS[type],
    uses: formatUses,
  }),
  actionsColumn((code) => (
    <span className="row-actions">
      {code.state !== 'deleted' && (
        <Link to={`/admin/promotions/new?from=${code.id}`} className="button hollow small" aria-label={`Duplicate ${code.code}`}>
          Duplicate
        </Link>
      )}
      {code.state === 'deleted' ? (
        <RestoreButton name={code.code} restore={() => api.promotions.restore({ params: { id: code.id } })} />
      ) : (
        <button type="button" className="button danger small" aria-label={`Delete ${code.code}`} onClick={() => onDelete(code)}>
          Delete
        </button>
      )}
    </span>
  )),
]

export default function PromotionsScreen() {
  const token = useToken((state) => state.token)
  const [leaving, setLeaving] = useState<PromoCode>()
  return (
    <>
      <h1>Promotions</h1>
      <DataGrid
        name="promotions"
        records="promotions"
        label="Promotions"
        columns={columnsFor(setLeaving)}
        rowId={({ id }) => id}
        rowName={({ code }) => code}
        hrefOf={({ id }) => `/admin/promotions/${id}`}
        read={(query) => promotionsQuery(token, query)}
        filters={FILTERS}
        views={VIEWS}
        searchLabel="Search code or description"
        defaultSort="-createdAt"
        exportPath="/api/admin/promo-codes/export"
        tools={
          <Writers>
            <Link to="/admin/promotions/new" className="button small">
              Add code
            </Link>
          </Writers>
        }
        empty={{ filtered: 'No promo codes found', none: 'No promo codes yet', more: 'Add one to give buyers a reason to order now.' }}
        failure="The promo codes could not be loaded."
      />
      {leaving && <DeletePromo code={leaving} onClose={() => setLeaving(undefined)} onDeleted={() => setLeaving(undefined)} />}
    </>
  )
}
