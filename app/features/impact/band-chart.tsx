import type { FrozenImpact } from '#domain/impact.ts'
import { oneDecimal, paybackText, shortMoney } from '#domain/impact-text.ts'
import type { Currency } from '#domain/money.ts'

const YEAR = 12
/** Minimum distance of two labels, in percent of the height. */
const APART = 15
/** Lowest position of a label, above the months below the plot. */
const LOWEST = 92
/** Position below which the label of the price would overlap that of zero. */
const CROWDED = 88
const MAX_MONTHS = 60

/** Returns the number of months drawn: a year, or longer when the low case needs it to pay the machine back. */
function horizonOf({ low }: FrozenImpact['band']): number {
  return Math.min(MAX_MONTHS, Math.max(YEAR, Math.ceil(((low.paybackPeriod ?? 0) * 1.15) / 6) * 6))
}

interface BandChartProps {
  band: FrozenImpact['band']
  price: number
  currency: Currency
}

/** The machine's price and the cumulative savings of the three cases by month: where a line meets zero, the machine is paid back. */
export function BandChart({ band, price, currency }: BandChartProps) {
  const months = horizonOf(band)
  const netAt = (annualSavings: number, month: number) => (annualSavings / YEAR) * month - price
  const top = netAt(band.high.annualSavings, months)
  const span = Math.max(top, 0) + price
  if (band.low.annualSavings <= 0 || span <= 0) {
    return <p className="p-5 text-ink-2">With these inputs, the savings never cover the price, so there is no curve to show.</p>
  }
  const y = (value: number) => ((Math.max(top, 0) - value) / span) * 100
  const x = (month: number) => (month / months) * 100
  const ends = (['high', 'likely', 'low'] as const).map((name) => ({ name, net: netAt(band[name].annualSavings, months) }))
  const [high = 0, likely = 0, low = 0] = ends.map(({ net }) => y(net))
  const lowPlace = Math.min(Math.max(low, likely + APART), LOWEST)
  const likelyPlace = Math.min(likely, lowPlace - APART)
  const places = { high: Math.min(high, likelyPlace - APART), likely: likelyPlace, low: lowPlace }
  const paidBack = band.likely.paybackPeriod ?? 0
  const label = `Savings minus the price over ${months} months. The likely case reaches zero after ${paybackText(band.likely.paybackPeriod)}, the low case after ${paybackText(band.low.paybackPeriod)}, the high case after ${paybackText(band.high.paybackPeriod)}.`
  return (
    <figure className="px-5 pt-4.5 pb-2 print:pt-2 print:pb-0">
      <figcaption className="font-medium">Savings minus the price of the machine, month by month</figcaption>
      <div className="band-plot" role="img" aria-label={label}>
        <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
          <polygon className="fill-kraft [fill-opacity:0.45]" points={`0,100 100,${high} 100,${low}`} />
          <path className="stroke-ink stroke-2 fill-none [vector-effect:non-scaling-stroke]" d={`M0 ${y(0)}H100`} />
          <path
            className="stroke-ink-2 [stroke-width:1.5] [stroke-dasharray:5_4] fill-none [vector-effect:non-scaling-stroke]"
            d={`M0 100L100 ${high}M0 100L100 ${low}`}
          />
          <path className="stroke-blue stroke-[3.5] fill-none [vector-effect:non-scaling-stroke]" d={`M0 100L100 ${likely}`} />
        </svg>
        {paidBack <= months && (
          <>
            <span className="band-dot absolute whitespace-nowrap" style={{ left: `${x(paidBack)}%`, top: `${y(0)}%` }} />
            <span
              className="band-note absolute whitespace-nowrap"
              data-side={x(paidBack) > 55 ? 'left' : 'right'}
              data-row={y(0) > 75 ? 'above' : 'below'}
              style={{ left: `${x(paidBack)}%`, top: `${y(0)}%` }}
            >
              paid back: {oneDecimal(paidBack)} months
            </span>
          </>
        )}
        <span className="right-[calc(100%_+_8px)] -translate-y-1/2 text-ink-2 absolute whitespace-nowrap" style={{ top: `${y(0)}%` }}>
          {shortMoney(0, currency)}
        </span>
        {y(0) < CROWDED && (
          <span className="right-[calc(100%_+_8px)] -translate-y-1/2 text-ink-2 absolute whitespace-nowrap" style={{ top: '100%' }}>
            {shortMoney(-price, currency)}
          </span>
        )}
        {ends.map(({ name, net }) => (
          <span
            key={name}
            className="left-[calc(100%_+_10px)] -translate-y-1/2 data-[case=likely]:text-blue absolute whitespace-nowrap"
            data-case={name}
            style={{ top: `${places[name]}%` }}
          >
            <b className="capitalize font-strong max-sm:block max-sm:leading-[1.1]">{name}</b> {shortMoney(net, currency)}
          </span>
        ))}
        <span className="band-month absolute whitespace-nowrap" style={{ left: 0 }}>
          today
        </span>
        <span className="band-month absolute whitespace-nowrap" style={{ left: '50%' }}>
          {months / 2} months
        </span>
        <span className="band-month absolute whitespace-nowrap" style={{ left: '100%' }}>
          {months} months
        </span>
      </div>
    </figure>
  )
}
