import { Link } from 'react-router'
import { ownClaimsQuery } from '#app/features/content/claims/own-queries.ts'
import { CellLines, CellText } from '#app/features/kit/grid/cells.tsx'
import type { GridFilter } from '#app/features/kit/grid/columns.ts'
import { DataGrid } from '#app/features/kit/grid/data-grid.tsx'
import { columnsOf } from '#app/features/kit/grid/list-columns.tsx'
import { day } from '#app/lib/format.ts'
import { useToken } from '#app/lib/token.ts'
import { CLAIM_LIST } from '#contract/content/claim-list.ts'
import type { OwnClaim } from '#contract/content/claims.ts'

const hrefOf = ({ id }: OwnClaim) => `/admin/claims/${id}`

const FILTER: GridFilter = {
  name: 'illustrative',
  label: 'Status',
  options: [
    { value: 'true', label: 'Illustrative figure' },
    { value: 'false', label: 'Sourced or counted' },
  ],
}

function ClaimStatus({ claim: { kind, isIllustrative, isCounted, marketText } }: { claim: OwnClaim }) {
  if (isIllustrative) {
    const inEu = kind === 'shop' ? '' : marketText === '' ? 'Hidden in the EU' : 'Other words in the EU'
    return (
      <CellLines more={inEu}>
        <span className="status warn">Illustrative figure</span>
      </CellLines>
    )
  }
  return <span className="status ok">{isCounted ? 'Counted' : 'Sourced'}</span>
}

const COLUMNS = columnsOf(CLAIM_LIST, {
  wording: (claim) => (
    <Link to={hrefOf(claim)} className="font-medium" title={claim.shownText}>
      {claim.shownText}
    </Link>
  ),
  status: (claim) => <ClaimStatus claim={claim} />,
  source: ({ source, sourceUrl }) =>
    sourceUrl ? (
      <a href={sourceUrl} rel="noopener nofollow" target="_blank" title={source ?? sourceUrl}>
        {source ?? sourceUrl}
      </a>
    ) : (
      <CellText>{source ?? 'None yet'}</CellText>
    ),
  ends: ({ expiresAt }) => (expiresAt ? <time dateTime={expiresAt}>{day(expiresAt)}</time> : <span className="text-ink-2">None</span>),
})

export default function ClaimsScreen() {
  const token = useToken((state) => state.token)
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <h1>Public claims</h1>
        <Link to="/claims" target="_blank" rel="noopener" className="button hollow">
          Public page (new tab)
        </Link>
      </div>
      <p className="mt-2 max-w-text text-ink-2">
        Every figure published on our pages. Without a valid source, a figure is labeled “Illustrative figure”; private buyers in the EU see
        only those about the shop itself then.
      </p>
      <DataGrid
        name="claims"
        records="claims"
        label="Claims"
        columns={COLUMNS}
        rowId={({ id }) => id}
        rowName={({ wording }) => wording}
        hrefOf={hrefOf}
        read={(query) => ownClaimsQuery(token, query)}
        filters={[FILTER]}
        searchLabel="Search claims"
        defaultSort="position"
        exportPath="/api/admin/claims/export"
        empty={{ filtered: 'No claims match your current filters', none: 'No claims' }}
        failure="The claims could not be loaded."
      />
    </>
  )
}
