import type { ReactNode } from 'react'
import { Bar, BarChart, CartesianGrid, Line, LineChart, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts'
import { axisMoney, stepLabel, stepTitle } from '#app/features/analytics/words.ts'
import { figure, money } from '#app/lib/format.ts'
import type { Analytics, AnalyticsStep } from '#contract/analytics.ts'

/** A line or a kind of bar: how it is told apart without colour, and how its value is written. */
interface Series {
  key: 'revenue' | 'ordered' | 'orders' | 'newCustomers' | 'returning'
  name: string
  colour: string
  shown: (value: number) => string
  dash?: string
  marker?: 'round' | 'square'
}

const usd = (value: number) => money(value, 'USD')
const REVENUE: Series = { key: 'revenue', name: 'Revenue', colour: 'var(--series-1)', shown: usd, marker: 'round' }
const ORDERED: Series = { key: 'ordered', name: 'Ordered', colour: 'var(--series-2)', shown: usd, dash: '6 4', marker: 'square' }
const ORDERS: Series = { key: 'orders', name: 'Orders', colour: 'var(--series-1)', shown: figure }
const NEW: Series = { key: 'newCustomers', name: 'New', colour: 'var(--series-3)', shown: figure }
const RETURNING: Series = { key: 'returning', name: 'Returning', colour: 'url(#returning)', shown: figure }

/** Beyond so many steps marks of single steps would stand on each other. */
const MOST_MARKS = 40
const HEIGHT = 250

type Point = AnalyticsStep & { label: string; returning: number }

const axis = { stroke: 'var(--color-ink-2)', tick: { fill: 'var(--color-ink-2)', fontSize: 13 }, tickLine: false } as const

/** The figures of a range as drawings; the table below them says the same. */
export default function Charts({ figures }: { figures: Analytics }) {
  const { steps, interval, totals } = figures
  const points = steps.map((step) => ({ ...step, label: stepLabel(step, interval), returning: step.buyers - step.newCustomers }))
  const marks = points.length <= MOST_MARKS
  return (
    <div className="chart-grid">
      <Chart
        title="Revenue and ordered value"
        series={[REVENUE, ORDERED]}
        label={`Revenue and ordered value of ${points.length} steps: ${usd(totals.revenue)} came in, ${usd(totals.ordered)} was ordered.`}
        isWide
      >
        <LineChart data={points} accessibilityLayer={false}>
          {frameOf([REVENUE, ORDERED], axisMoney)}
          {[ORDERED, REVENUE].map(({ key, name, colour, dash, marker }) => (
            <Line
              key={key}
              dataKey={key}
              name={name}
              stroke={colour}
              strokeWidth={2.5}
              {...(dash && { strokeDasharray: dash })}
              dot={
                marks
                  ? (props) => <Mark key={String(props.key)} x={Number(props.cx)} y={Number(props.cy)} colour={colour} marker={marker} />
                  : false
              }
              isAnimationActive={false}
            />
          ))}
        </LineChart>
      </Chart>
      <Chart title="Orders" series={[ORDERS]} label={`Orders of ${points.length} steps, ${figure(totals.orders)} in all.`}>
        <BarChart data={points} accessibilityLayer={false}>
          {frameOf([ORDERS], figure)}
          <Bar dataKey="orders" name={ORDERS.name} fill={ORDERS.colour} isAnimationActive={false} />
        </BarChart>
      </Chart>
      <Chart
        title="Buyers"
        series={[NEW, RETURNING]}
        label={`Buyers of ${points.length} steps, new and returning ones; ${figure(totals.buyers)} people in all, ${figure(totals.newCustomers)} of them new.`}
      >
        <BarChart data={points} accessibilityLayer={false}>
          <defs>
            <pattern id="returning" width={6} height={6} patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
              <rect width={6} height={6} fill="var(--color-surface)" />
              <rect width={3} height={6} fill="var(--series-5)" />
            </pattern>
          </defs>
          {frameOf([NEW, RETURNING], figure)}
          {[NEW, RETURNING].map(({ key, name, colour }) => (
            <Bar key={key} dataKey={key} name={name} stackId="buyers" fill={colour} isAnimationActive={false} />
          ))}
        </BarChart>
      </Chart>
    </div>
  )
}

/** Axes, lines and the box at the pointer, the same in every chart. */
function frameOf(series: readonly Series[], shown: (value: number) => string) {
  return [
    <CartesianGrid key="grid" vertical={false} stroke="var(--color-line)" />,
    <XAxis key="x" dataKey="label" minTickGap={28} {...axis} />,
    <YAxis key="y" width={58} tickFormatter={shown} allowDecimals={false} axisLine={false} {...axis} />,
    <Tooltip
      key="tip"
      isAnimationActive={false}
      cursor={{ stroke: 'var(--color-ink-2)', fill: 'var(--color-blue-tint)', fillOpacity: 0.5 }}
      content={({ active, payload }) => {
        const point = payload?.[0]?.payload as Point | undefined // what was handed to the chart as data
        return active && point ? <Tip point={point} series={series} /> : null
      }}
    />,
  ]
}

function Tip({ point, series }: { point: Point; series: readonly Series[] }) {
  return (
    <div className="chart-tip">
      <p className="font-medium">{stepTitle(point)}</p>
      {series.map(({ key, name, shown }) => (
        <p key={key}>
          {name}: {shown(point[key])}
        </p>
      ))}
    </div>
  )
}

function Mark({ x, y, colour, marker }: { x: number; y: number; colour: string; marker: Series['marker'] }) {
  if (Number.isNaN(x) || Number.isNaN(y)) return null
  if (marker === 'square')
    return <rect x={x - 3.5} y={y - 3.5} width={7} height={7} fill="var(--color-surface)" stroke={colour} strokeWidth={2} />
  return <circle cx={x} cy={y} r={3.5} fill={colour} />
}

interface ChartProps {
  title: string
  label: string
  series: readonly Series[]
  isWide?: boolean
  children: ReactNode
}

function Chart({ title, label, series, isWide = false, children }: ChartProps) {
  return (
    <figure className="chart" data-wide={isWide || undefined}>
      <figcaption>
        <span className="font-medium">{title}</span>
        {series.length > 1 && (
          <span className="chart-legend">
            {series.map(({ key, name }) => (
              <span key={key} data-series={key}>
                {name}
              </span>
            ))}
          </span>
        )}
      </figcaption>
      <div role="img" aria-label={label}>
        <ResponsiveContainer width="100%" height={HEIGHT}>
          {children}
        </ResponsiveContainer>
      </div>
    </figure>
  )
}
