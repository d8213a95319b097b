import { useState } from 'react'
import { readTokens } from './read-tokens.ts'

const STEPS = [1, 2, 3, 4, 5, 6, 8, 10, 12, 16] as const

/** The sizes of text, as the style sheets have them. */
export function TypeScale() {
  const [tokens] = useState(() => readTokens('--text-').filter(({ name }) => !name.slice(2).includes('--')))
  return (
    <ul className="type-scale">
      {tokens.map(({ name, value }) => (
        <li key={name}>
          <span className="type-sample" style={{ fontSize: `var(${name})` }}>
            Packing from used boxes
          </span>
          <span className="type-name">
            <b>{name.replace('--text-', '')}</b> <code>{value}</code>
          </span>
        </li>
      ))}
      {['--font-display', '--font-text', '--font-table'].map((font) => (
        <li key={font}>
          <span className="type-sample" style={{ fontFamily: `var(${font})` }}>
            0123456789 $12,500.00 Cutter roller
          </span>
          <span className="type-name">
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
    <ul className="space-scale">
      {STEPS.map((step) => (
        <li key={step}>
          <span className="space-bar" style={{ width: `calc(var(--spacing) * ${step})` }} />
          <span>
            {step} × {unit}
          </span>
        </li>
      ))}
    </ul>
  )
}
