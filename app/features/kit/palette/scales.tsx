import { useState } from 'react'
import { readTokens } from './read-tokens.ts'

const STEPS = [1, 2, 3, 4, 5, 6, 8, 10, 12, 16] as const

/** The sizes of text, as the style sheets have them. */
export function TypeScale() {
  const [tokens] = useState(() => readTokens('--text-').filter(({ name }) => !name.slice(2).includes('--')))
  return (
    <ul className="grid gap-3">
      {tokens.map(({ name, value }) => (
        <li key={name} className="flex flex-wrap items-baseline justify-between gap-x-4.5 gap-y-0.5">
          <span className="min-w-0 leading-[1.2] wrap-anywhere" style={{ fontSize: `var(${name})` }}>
            Packing from used boxes
          </span>
          <span>
            <b>{name.replace('--text-', '')}</b> <code className="text-ink-2 text-sm">{value}</code>
          </span>
        </li>
      ))}
      {['--font-display', '--font-text', '--font-table'].map((font) => (
        <li key={font} className="flex flex-wrap items-baseline justify-between gap-x-4.5 gap-y-0.5">
          <span className="min-w-0 leading-[1.2] wrap-anywhere" style={{ fontFamily: `var(${font})` }}>
            0123456789 $12,500.00 Cutter roller
          </span>
          <span>
            <b>{font.replace('--font-', '')}</b>
          </span>
        </li>
      ))}
    </ul>
  )
}

/** The steps of space: multiples of the one token. */
export function Spacing() {
  const [unit] = useState(() => readTokens('--spacing')[0]?.value ?? '')
  return (
    <ul className="grid gap-2">
      {STEPS.map((step) => (
        <li key={step} className="flex items-center gap-3.5">
          <span className="h-3.5 bg-blue" style={{ width: `calc(var(--spacing) * ${step})` }} />
          <span>
            {step} × {unit}
          </span>
        </li>
      ))}
    </ul>
  )
}
