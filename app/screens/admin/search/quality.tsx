import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { PlaceTabs } from '#app/features/kit/frame/navigation.tsx'
import { usePageUser } from '#app/features/kit/session/use-session.ts'
import { api, messageOf, queryOf } from '#app/lib/api.ts'
import { count, figure, instant } from '#app/lib/format.ts'
import { toast } from '#app/lib/toast.ts'
import { useToken } from '#app/lib/token.ts'
import { BusyButton } from '#app/ui/busy-button.tsx'
import { Load } from '#app/ui/load.tsx'
import { type Column, RowTable } from '#app/ui/row-table.tsx'
import { Together } from '#app/ui/together.tsx'
import type { SearchQuality, SearchQualityReport } from '#contract/content/search-quality.ts'
import { QUALITY_MARKS, type QualityFigures, WEAK_QUERY } from '#domain/search/quality.ts'
import { LANGUAGE_LABELS, tryHref } from './labels.ts'
import { qualityQuery } from './queries.ts'
import { Reindex } from './reindex.tsx'

/** Pause between two looks at a running measurement, in ms. */
const LOOK_MS = 1000

interface FigureRow {
  name: string
  figures: QualityFigures
  /** Least NDCG@5. */
  mark: number
  /** Greatest share of searches without results, where there is a mark for it. */
  mostEmpty?: number
}

const percent = (share: number) => `${(share * 100).toFixed(1)}%`

function Mark({ isReached, children }: { isReached: boolean; children: string }) {
  return (
    <span className={isReached ? 'status ok' : 'status bad'}>
      {isReached ? 'Reached' : 'Missed'}: {children}
    </span>
  )
}

const COLUMNS: readonly Column<FigureRow>[] = [
  { title: 'Queries', cell: ({ name }) => <b className="font-medium">{name}</b> },
  { title: 'Number', isAmount: true, cell: ({ figures }) => figure(figures.queries) },
  { title: 'NDCG@5', isAmount: true, cell: ({ figures }) => figures.ndcg.toFixed(4) },
  { title: 'Target', cell: ({ figures, mark }) => <Mark isReached={figures.ndcg >= mark}>{`at least ${mark.toFixed(2)}`}</Mark> },
  { title: 'No results', isAmount: true, cell: ({ figures }) => percent(figures.zeroResults) },
  {
    title: 'Target for no results',
    cell: ({ figures, mostEmpty }) =>
      mostEmpty === undefined ? 'None' : <Mark isReached={figures.zeroResults <= mostEmpty}>{`at most ${percent(mostEmpty)}`}</Mark>,
  },
]

const rowsOf = ({ all, languages, heldOut }: SearchQualityReport): FigureRow[] => [
  { name: 'All', figures: all, mark: QUALITY_MARKS.all, mostEmpty: QUALITY_MARKS.zeroResults },
  ...languages.map(({ language, figures }) => ({ name: LANGUAGE_LABELS[language], figures, mark: QUALITY_MARKS.language })),
  { name: 'Held out', figures: heldOut, mark: QUALITY_MARKS.heldOut },
]

type Weak = SearchQualityReport['weak'][number]

const WEAK_COLUMNS: readonly Column<Weak>[] = [
  { title: 'Query', cell: ({ query, language }) => <Link to={tryHref(query, language)}>{query}</Link> },
  { title: 'Language', cell: ({ language }) => LANGUAGE_LABELS[language] },
  { title: 'NDCG@5', isAmount: true, cell: ({ ndcg }) => ndcg.toFixed(2) },
  { title: 'First results', cell: ({ found }) => <span className="wrap-anywhere">{found.length > 0 ? found.join(', ') : 'None'}</span> },
]

/** Says how much of the graded catalog this shop has, where it is not all of it. */
function OtherCatalog({ graded: { all, present } }: SearchQualityReport) {
  if (present === all) return null
  return (
    <p className="notice warn mt-4">
      The queries are about {count(all, 'product')} of the demo catalog, and this shop has{' '}
      {present === 0
        ? "none of them. These figures don't say how good the search is for your products."
        : `${figure(present)} of them. Queries about the others count as missed.`}{' '}
      See <Link to="/admin/search">zero-result searches</Link> and <Link to="/admin/analytics">analytics</Link> for how visitors search.
    </p>
  )
}

function Report({ report }: { report: SearchQualityReport }) {
  const { weak, measuredAt, products } = report
  return (
    <>
      <p className="mt-4">
        Measured <time dateTime={measuredAt}>{instant(measuredAt)}</time> on the {count(products, 'product')} of this shop.
      </p>
      <OtherCatalog {...report} />
      <h2 className="mt-6 text-xl">Figures</h2>
      <div className="mt-3">
        <RowTable label="Figures" columns={COLUMNS} rows={rowsOf(report)} keyOf={({ name }) => name} />
      </div>
      <h2 className="mt-8 text-xl">
        Queries below {WEAK_QUERY} <span className="text-ink-3">({figure(weak.length)})</span>
      </h2>
      <p className="mt-2 max-w-text text-ink-2">Held-out queries aren't listed, to keep the search from being tuned to them.</p>
      {weak.length === 0 ? (
        <p className="panel mt-3 p-6">No query is below {WEAK_QUERY}.</p>
      ) : (
        <div className="mt-3">
          <RowTable label={`Queries below ${WEAK_QUERY}`} columns={WEAK_COLUMNS} rows={weak} keyOf={({ id }) => id} />
        </div>
      )}
    </>
  )
}

/** Says once how a measurement ended that ran while the page was open. */
function useEnding({ isMeasuring, report }: SearchQuality): void {
  const measuredAt = report?.measuredAt
  const before = useRef({ isMeasuring, measuredAt })
  useEffect(() => {
    const last = before.current
    if (last.isMeasuring && !isMeasuring) {
      if (measuredAt !== last.measuredAt) toast.success('Search quality measured.')
      else toast.error('The search could not be measured. See the list of jobs for the reason.')
    }
    // the report counts as the one before until the measurement has ended
    before.current = { isMeasuring, measuredAt: isMeasuring && last.isMeasuring ? last.measuredAt : measuredAt }
  }, [isMeasuring, measuredAt])
}

function Measured({ quality: first }: { quality: SearchQuality }) {
  const token = useToken((state) => state.token)
  const { data: quality = first, refetch } = useQuery({
    ...queryOf(qualityQuery(token)),
    refetchInterval: ({ state }) => (state.data?.isMeasuring ? LOOK_MS : false),
  })
  const [isSending, setSending] = useState(false)
  useEnding(quality)
  const measure = async () => {
    setSending(true)
    try {
      await api.searchQuality.measure()
      await refetch()
    } catch (failure) {
      toast.error(messageOf(failure, 'The search could not be measured.'))
    }
    setSending(false)
  }
  return (
    <>
      <BusyButton className="button" isBusy={isSending || quality.isMeasuring} busy="Measuring…" onPress={() => void measure()}>
        Measure now
      </BusyButton>
      {quality.report ? <Report report={quality.report} /> : <p className="panel mt-6 p-6">The search has not been measured yet.</p>}
    </>
  )
}

/** Report on the answers of the search to graded queries. */
export default function QualityScreen() {
  const token = useToken((state) => state.token)
  const user = usePageUser()
  return (
    <>
      <h1>Search quality</h1>
      <p className="mt-2 max-w-text text-ink-2">
        How well the search answers 260 graded queries about the demo catalog. NDCG@5 is 1 when the five best results come first in the best
        order, and 0 when none of them is among the first five.
      </p>
      <PlaceTabs label="Search" />
      <Together>
        <Load read={qualityQuery(token)} failure="The report could not be loaded.">
          {(quality) => <Measured quality={quality} />}
        </Load>
        {user?.role === 'super_admin' && <Reindex />}
      </Together>
    </>
  )
}
