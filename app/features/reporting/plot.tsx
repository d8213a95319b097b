import { type PointerEvent, type ReactNode, useState } from 'react'
import type { DayRange, Interval } from '#domain/analytics.ts'
import { namedSteps, type Scale } from './scale.ts'
import { stepLabel, stepTitle } from './words.ts'

const MAX_NAMES = 6

/** One kind of figure of a chart. `key` also says how it is drawn (analytics.css): no two differ by color alone. */
export interface Series<Step> {
  key: 'revenue' | 'ordered' | 'orders' | 'newCustomers' | 'returning' | 'nothing' | 'corrected' | 'topClicks'
  name: string
  of: (step: Step) => number
  shown: (value: number) => string
}

/** Steps of a chart, each with its days. */
export interface Steps<Step extends DayRange> {
  steps: readonly Step[]
  interval: Interval
}

interface PlotProps<Step extends DayRange> {
  title: string
  /** Description in one sentence. */
  label: string
  figures: Steps<Step>
  series: readonly Series<Step>[]
  scale: Scale
  markText: (value: number) => string
  isWide?: boolean
  children: ReactNode
}

/** A chart: title and legend, axes, the drawing, and at the pointer the figures of the step below it. */
export function Plot<Step extends DayRange>({
  title,
  label,
  figures: { steps, interval },
  series,
  scale,
  markText,
  isWide = false,
  children,
}: PlotProps<Step>) {
  const [pointed, setPointed] = useState<number>()
  const point = ({ currentTarget, clientX }: PointerEvent) => {
    const { left, width } = currentTarget.getBoundingClientRect()
    setPointed(Math.min(steps.length - 1, Math.max(0, Math.floor(((clientX - left) / width) * steps.length))))
  }
  const middle = (index: number) => `${((index + 0.5) / steps.length) * 100}%`
  const step = pointed === undefined ? undefined : steps[pointed]
  return (
    <figure
      className="chart min-w-0 pr-4 pl-2 pt-3.5 pb-2 border-[1.5px] border-line bg-surface min-[75rem]:data-wide:col-span-full"
      data-wide={isWide || undefined}
    >
      <figcaption>
        <span className="font-medium">{title}</span>
        {series.length > 1 && (
          <span className="chart-legend flex flex-wrap gap-x-4.5">
            {series.map(({ key, name }) => (
              <span key={key} data-series={key}>
                {name}
              </span>
            ))}
          </span>
        )}
      </figcaption>
      <div className="plot" role="img" aria-label={label} onPointerMove={point} onPointerLeave={() => setPointed(undefined)}>
        {scale.marks.map((mark) => (
          <span
            key={mark}
            className="absolute inset-x-0 border-t border-t-line data-zero:border-t-[1.5px] data-zero:border-t-ink-2"
            data-zero={mark === 0 || undefined}
            style={{ bottom: `${scale.at(mark)}%` }}
          >
            <span className="absolute right-[calc(100%_+_8px)] -translate-y-1/2 text-ink-2 text-sm tabular-nums whitespace-nowrap">
              {markText(mark)}
            </span>
          </span>
        ))}
        {children}
        {namedSteps(steps.length, MAX_NAMES).map((index, place) => {
          const named = steps[index]
          return (
            named && (
              <span
                key={named.from}
                className="absolute top-[calc(100%_+_6px)] -translate-x-1/2 text-ink-2 text-sm whitespace-nowrap max-sm:data-minor:hidden"
                data-minor={place % 2 === 0 || undefined}
                style={{ left: middle(index) }}
              >
                {stepLabel(named, interval)}
              </span>
            )
          )
        })}
        {step && pointed !== undefined && (
          <>
            <span className="absolute inset-y-0 border-l-[1.5px] border-dashed border-ink-2" style={{ left: middle(pointed) }} />
            <div className="plot-tip" data-side={pointed > steps.length / 2 ? 'left' : 'right'} style={{ left: middle(pointed) }}>
              <p className="font-medium">{stepTitle(step)}</p>
              {series.map(({ key, name, of, shown }) => (
                <p key={key}>
                  {name}: {shown(of(step))}
                </p>
              ))}
            </div>
          </>
        )}
      </div>
    </figure>
  )
}
