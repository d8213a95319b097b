import { type ReactNode, useId } from 'react'
import { Link } from 'react-router'
import { figure, money } from '#app/lib/format.ts'

interface Share {
  units: number
  amount: number
}

interface SharesProps {
  title: string
  /** Column heading of the rows. */
  label: string
  rows: readonly (Share & { id: string; name: string; href?: string })[]
  /** Sum of all other rows. */
  rest?: Share
  /** Sum of all rows. */
  goods: number
}

/** Sales by row, largest first, each with its share as a bar. */
export function Shares({ title, label, rows, rest, goods }: SharesProps) {
  const id = useId()
  const percent = (amount: number) => (goods > 0 ? (amount / goods) * 100 : 0)
  return (
    <section aria-labelledby={id} className="analytics-part">
      <h2 className="px-4 pt-3.5 pb-2 text-lg" id={id}>
        {title}
      </h2>
      {rows.length === 0 ? (
        <p className="p-4 text-ink-2">No sales in this period.</p>
      ) : (
        <table className="share-table of-goods" aria-labelledby={id}>
          <thead>
            <tr>
              <th scope="col">{label}</th>
              <th scope="col" className="amount">
                Units
              </th>
              <th scope="col" className="amount">
                Sales
              </th>
              <th scope="col" className="amount">
                Share
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ id: key, name, href, ...share }) => (
              <Row key={key} share={share} percent={percent(share.amount)}>
                {href ? (
                  <Link to={href}>
                    <bdi>{name}</bdi>
                  </Link>
                ) : (
                  <bdi>{name}</bdi>
                )}
              </Row>
            ))}
            {rest && rest.units > 0 && (
              <Row share={rest} percent={percent(rest.amount)}>
                All others
              </Row>
            )}
          </tbody>
        </table>
      )}
    </section>
  )
}

function Row({ share, percent, children }: { share: Share; percent: number; children: ReactNode }) {
  return (
    <tr>
      <th scope="row">
        {children}
        <span className="share-bar block h-1.5 mt-1 bg-sunken" aria-hidden="true">
          <span style={{ width: `${percent}%` }} />
        </span>
      </th>
      <td className="amount">{figure(share.units)}</td>
      <td className="amount">{money(share.amount, 'USD')}</td>
      <td className="amount">{percent.toFixed(1)}%</td>
    </tr>
  )
}
