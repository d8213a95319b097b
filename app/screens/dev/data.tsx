import { Link } from 'react-router'
import { Price } from '#app/ui/price.tsx'
import { type Column, RowTable } from '#app/ui/row-table.tsx'
import { Example, Pair } from './example.tsx'

interface Machine {
  slug: string
  name: string
  producer: string
  tone: string
  status: string
  usd: string
}

const MACHINES: readonly Machine[] = [
  { slug: 'ecomat-1000', name: 'EcoMat 1000', producer: 'North Fold Works', tone: 'ok', status: 'Active', usd: '12,500.00' },
  {
    slug: 'lindhorst-cs-250',
    name: 'Lindhorst CS 250 with an infeed table and a second cutter',
    producer: 'Lindhorst',
    tone: 'warn',
    status: 'Low stock',
    usd: '15,800.00',
  },
  { slug: 'chipmaster-pro', name: 'ChipMaster Pro', producer: 'Papier & Kante', tone: 'idle', status: 'Inactive', usd: '980.00' },
]
const NAME: Column<Machine> = { title: 'Machine', cell: ({ name }) => name }
const LINKED_NAME: Column<Machine> = { ...NAME, cell: ({ slug, name }) => <Link to={`/products/${slug}`}>{name}</Link> }
const OTHERS: readonly Column<Machine>[] = [
  { title: 'Producer', cell: ({ producer }) => producer },
  { title: 'Current status', short: 'Status', cell: ({ tone, status }) => <span className={`status ${tone}`}>{status}</span> },
  { title: 'USD', isAmount: true, cell: ({ usd }) => usd },
]
const keyOf = ({ slug }: Machine) => slug

export function Tables() {
  return (
    <Example name="Rows that open something">
      <RowTable
        label="Machines to open"
        columns={[LINKED_NAME, ...OTHERS]}
        rows={MACHINES}
        keyOf={keyOf}
        hrefOf={({ slug }) => `/products/${slug}`}
      />
    </Example>
  )
}

export function Values() {
  return (
    <>
      <Pair>
        <Example name="Facts">
          <dl className="facts">
            <dt>Machines</dt>
            <dd>14</dd>
            <dt>Units sold this year</dt>
            <dd>1,208</dd>
          </dl>
        </Example>
        <Example name="Pairs">
          <dl className="pairs">
            <dt>Producer</dt>
            <dd>North Fold Works</dd>
            <dt>Ships from</dt>
            <dd>Rotterdam, within three working days after payment</dd>
          </dl>
        </Example>
      </Pair>
      <Example name="Price; switch the currency at the top" isRow>
        <Price usd={12_500} eur={11_625} />
        <Price usd={1_234.5} eur={1_148.09} className="text-xl" />
        <Price usd={0} eur={0} />
      </Example>
    </>
  )
}

export function Frames() {
  return (
    <Pair>
      <Example name="Frame with a fold">
        <div className="frame">
          <p className="p-4">Upper panel</p>
          <p className="fold-t p-4">Lower panel</p>
        </div>
      </Example>
      <Example name="Frame with a drawing">
        <div className="frame grid">
          <p className="p-4">A panel with its drawing</p>
          <img className="joined-drawing" src="/drawings/scenes/flat-board.svg" width={1200} height={630} alt="" />
        </div>
      </Example>
      <Example name="Panel">
        <p className="panel p-4">A quieter box</p>
      </Example>
    </Pair>
  )
}

export function PageClasses() {
  return (
    <Pair>
      <Example name="Headings">
        <div className="grid gap-2">
          <h2>Second heading</h2>
          <h3>Third heading</h3>
          <p className="display-xl">Display text</p>
        </div>
      </Example>
      <Example name="Keys and marks">
        <p>
          <kbd>Ctrl</kbd> <kbd>K</kbd> opens the search; it marks <mark>conveyor</mark> in what it finds.
        </p>
      </Example>
    </Pair>
  )
}
