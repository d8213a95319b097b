import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { SCHEME_LABELS } from '#app/features/pricing/tax/labels.ts'
import { toastFailure } from '#app/lib/api.ts'
import { download } from '#app/lib/download.ts'
import { day, figure, money } from '#app/lib/format.ts'
import { getShop } from '#app/lib/shop.ts'
import { useToken } from '#app/lib/token.ts'
import { BusyButton } from '#app/ui/busy-button.tsx'
import { SelectField } from '#app/ui/field.tsx'
import { Load } from '#app/ui/load.tsx'
import { type Column, RowTable } from '#app/ui/row-table.tsx'
import type { TaxReturns } from '#contract/integrations/accounting.ts'
import { countryNameOf } from '#domain/country-name.ts'
import { stateName } from '#domain/states.ts'
import type { ReturnLayout } from '#domain/tax-return.ts'
import { wallClock } from '#domain/time.ts'
import { daysOf, periodOptions } from './periods.ts'
import { returnsQuery } from './queries.ts'
import { TaxFrame } from './tax-frame.tsx'

type Row = TaxReturns['rows'][number]
type OneStopRow = TaxReturns['oneStop'][number]
type SupplyRow = TaxReturns['recapitulative'][number]
type StateRow = TaxReturns['unitedStates'][number]

const REASONS: Readonly<Partial<Record<Row['reason'], string>>> = {
  exempt_certificate: 'Exempt by certificate',
  no_nexus: 'Not registered',
  origin_threshold: 'Below the threshold',
  intra_community: 'Intra-Community supply',
  small_business: 'Small enterprise',
  export: 'Export',
  export_to_eu: 'Import by the buyer',
}

const euros = (amount: number | null) => (amount === null ? <NoRate /> : money(amount, 'EUR'))
const owedBy = (collector: string | null) => collector ?? 'Platform'
const placeOf = ({ country, state }: { country: string; state: string }) =>
  state ? `${stateName(country, state)}, ${countryNameOf(country)}` : countryNameOf(country)

/** An amount without an exchange rate, with the way to the rates. */
const NoRate = () => (
  <>
    No rate (<Link to="/admin/tax/exchange-rates">Exchange rates</Link>)
  </>
)

/** Name of a row with what explains it below. */
function Named({ name, more }: { name: string; more?: string | undefined }) {
  return (
    <>
      <span className="block font-medium">
        <bdi>{name}</bdi>
      </span>
      {more && <span className="block text-sm text-ink-2">{more}</span>}
    </>
  )
}

const ROWS: readonly Column<Row>[] = [
  { title: 'Country', cell: (row) => <Named name={placeOf(row)} more={REASONS[row.reason]} /> },
  { title: 'Scheme', cell: ({ scheme }) => SCHEME_LABELS[scheme] },
  { title: 'Rate', isAmount: true, cell: ({ percent }) => `${percent}%` },
  { title: 'Collector', cell: ({ collector }) => owedBy(collector) },
  { title: 'Base', isAmount: true, cell: ({ base, currency }) => money(base, currency) },
  { title: 'Tax', isAmount: true, cell: ({ tax, currency }) => money(tax, currency) },
  { title: 'Base in EUR', isAmount: true, cell: ({ baseEur }) => euros(baseEur) },
  { title: 'Tax in EUR', isAmount: true, cell: ({ taxEur }) => euros(taxEur) },
]

const ONE_STOP: readonly Column<OneStopRow>[] = [
  {
    title: 'Consumed in',
    cell: ({ country, corrects }) => <Named name={countryNameOf(country)} more={corrects ? `Corrects ${corrects}` : undefined} />,
  },
  { title: 'Scheme', cell: ({ scheme }) => scheme.toUpperCase() },
  { title: 'Collector', cell: ({ collector }) => owedBy(collector) },
  { title: 'Rate', isAmount: true, cell: ({ percent }) => `${percent}%` },
  { title: 'Taxable amount', isAmount: true, cell: ({ baseEur }) => euros(baseEur) },
  { title: 'VAT', isAmount: true, cell: ({ taxEur }) => euros(taxEur) },
]

const SUPPLIES: readonly Column<SupplyRow>[] = [
  { title: 'VAT ID', cell: ({ vatId, name }) => <Named name={vatId} more={name} /> },
  { title: 'Collector', cell: ({ collector }) => owedBy(collector) },
  { title: 'Supplies', isAmount: true, cell: ({ baseEur }) => euros(baseEur) },
]

const STATES: readonly Column<StateRow>[] = [
  { title: 'State', cell: ({ state }) => <Named name={state ? stateName('US', state) : 'No state'} /> },
  { title: 'Net sales', isAmount: true, cell: ({ net, currency }) => money(net, currency) },
  { title: 'Taxable sales', isAmount: true, cell: ({ base, currency }) => money(base, currency) },
  { title: 'Sales tax', isAmount: true, cell: ({ tax, currency }) => money(tax, currency) },
]

/** Figures for tax returns of a month or a quarter. */
export default function TaxReturnsScreen() {
  const token = useToken((state) => state.token)
  const [search, setSearch] = useSearchParams()
  const [{ quarters, months }] = useState(() => periodOptions(wallClock(new Date(), getShop().timeZone)))
  const known = [...quarters, ...months].map(({ value }) => value)
  const asked = search.get('period') ?? ''
  const period = known.includes(asked) ? asked : (quarters[0]?.value ?? '')
  return (
    <TaxFrame
      heading={<h1>Tax returns</h1>}
      text="Figures for your tax returns: the invoices of a period minus its credit notes. One-stop shops use the exchange rate at the end of the period, everything else the rate on the day of the document."
    >
      <div className="flex flex-wrap items-end gap-3">
        <SelectField
          label="Period"
          value={period}
          onChange={({ target }) => setSearch({ period: target.value }, { replace: true, preventScrollReset: true })}
        >
          <optgroup label="Quarters">
            {quarters.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </optgroup>
          <optgroup label="Months">
            {months.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </optgroup>
        </SelectField>
      </div>
      <Load read={returnsQuery(token, daysOf(period))} failure="The figures could not be loaded.">
        {(returns) => <Figures returns={returns} />}
      </Load>
    </TaxFrame>
  )
}

function Figures({ returns }: { returns: TaxReturns }) {
  const { rows, oneStop, recapitulative, unitedStates, totals, missingRates } = returns
  if (rows.length === 0) return <p className="panel mt-6 p-6">No invoices or credit notes in this period.</p>
  return (
    <>
      {missingRates.length > 0 && <MissingRates missing={missingRates} />}
      <p className="mt-4">
        {totals.map(({ currency, net, tax }) => (
          <span key={currency} className="block">
            Documents in {currency}: {money(net, currency)} without tax, {money(tax, currency)} tax.
          </span>
        ))}
      </p>
      <Table title="By country and rate" layout="rows" {...{ returns, columns: ROWS, rows }} />
      <Table title="One-stop shops (OSS, IOSS)" layout="oneStop" {...{ returns, columns: ONE_STOP, rows: oneStop }} />
      <Table title="Recapitulative statement" layout="recapitulative" {...{ returns, columns: SUPPLIES, rows: recapitulative }} />
      <Table title="United States by state" layout="unitedStates" {...{ returns, columns: STATES, rows: unitedStates }} />
    </>
  )
}

function MissingRates({ missing }: { missing: TaxReturns['missingRates'] }) {
  const [first] = missing
  if (!first) return null
  const more = missing.length > 1 ? ` and ${figure(missing.length - 1)} more` : ''
  return (
    <p className="notice warn mt-4 max-w-text">
      There's no exchange rate for {first.currency} on or before {day(`${first.day}T12:00:00Z`)}
      {more}, so amounts in EUR are missing. <Link to="/admin/tax/exchange-rates">Add exchange rates</Link>
    </p>
  )
}

interface TableProps<Line> {
  title: string
  layout: ReturnLayout
  returns: TaxReturns
  columns: readonly Column<Line>[]
  rows: readonly Line[]
}

/** One table of the returns with its file; nothing where the period has none of its lines. */
function Table<Line>({ title, layout, returns: { from, to }, columns, rows }: TableProps<Line>) {
  const [isBusy, setBusy] = useState(false)
  if (rows.length === 0) return null
  const save = async () => {
    setBusy(true)
    const query = new URLSearchParams({ from, to, format: 'csv', layout })
    await download(`/api/admin/tax/returns?${query}`, `tax-returns-${from}.csv`).catch((error: unknown) =>
      toastFailure(error, 'The file could not be created. Please try again.'),
    )
    setBusy(false)
  }
  return (
    <section aria-label={title} className="mt-8">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-xl">{title}</h2>
        <BusyButton className="button hollow small" isBusy={isBusy} busy="Writing..." onPress={() => void save()}>
          Save as CSV
        </BusyButton>
      </div>
      <div className="mt-3 overflow-x-auto">
        <RowTable label={title} columns={columns} rows={rows} keyOf={(row) => JSON.stringify(row)} />
      </div>
    </section>
  )
}
