import { useEffect, useRef, useState } from 'react'
import { contrast, parseRgb, readTokens, type Token, toHex } from './read-tokens.ts'

const SCHEMES = ['light', 'dark'] as const

/** Words on their grounds, as the shop uses them; the pairs whose contrast has to hold. */
const PAIRS = [
  ['ink', 'paper'],
  ['ink', 'surface'],
  ['ink-2', 'paper'],
  ['ink-2', 'surface'],
  ['ink-3', 'surface'],
  ['blue', 'surface'],
  ['on-blue', 'blue'],
  ['ink', 'blue-tint'],
  ['ok', 'surface'],
  ['ok', 'ok-tint'],
  ['warn', 'surface'],
  ['warn', 'warn-tint'],
  ['bad', 'surface'],
  ['bad', 'bad-tint'],
  ['on-bright', 'kraft'],
  ['on-bright', 'tape'],
  ['on-night', 'night'],
] as const

/** Contrast that WCAG AA requires of text. */
const ENOUGH = 4.5

/** Each color token in both schemes, and how well words are read on their grounds: all from the style sheets that this page has loaded. */
export function Colors() {
  const [tokens] = useState(() => readTokens('--color-'))
  return (
    <div className="grid grid-cols-[repeat(auto-fit,minmax(min(22rem,100%),1fr))] -mx-5.5 -my-4.5">
      {SCHEMES.map((scheme) => (
        <Scheme key={scheme} scheme={scheme} tokens={tokens} />
      ))}
    </div>
  )
}

/** The tokens once more, so that they are worked out for this scheme and not for that of the page. */
const asHere = (tokens: readonly Token[]): Record<string, string> => Object.fromEntries(tokens.map(({ name, value }) => [name, value]))

function Scheme({ scheme, tokens }: { scheme: (typeof SCHEMES)[number]; tokens: readonly Token[] }) {
  const area = useRef<HTMLDivElement>(null)
  const [painted, setPainted] = useState<ReadonlyMap<string, string>>(new Map())
  useEffect(() => {
    const swatches = area.current?.querySelectorAll<HTMLElement>('[data-token]') ?? []
    setPainted(new Map([...swatches].map((swatch) => [swatch.dataset.token ?? '', getComputedStyle(swatch).backgroundColor])))
  }, [tokens])
  const shown = tokens.filter(({ value }) => !/transparent|currentcolor/i.test(value))
  return (
    <div ref={area} className={`palette-scheme ${scheme}`} style={asHere(tokens)}>
      <h3>{scheme === 'light' ? 'Light' : 'Dark'}</h3>
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(9.5rem,1fr))] gap-x-3.5 gap-y-2.5 mt-3">
        {shown.map(({ name }) => (
          <li key={name} className="flex items-center gap-2.5">
            <span
              className="flex-none size-11 border-[1.5px] border-line-strong"
              data-token={name}
              style={{ background: `var(${name})` }}
            />
            <span>
              <b className="block leading-snug">{name.replace('--color-', '')}</b>
              <code className="text-ink-2 text-sm">{hexOf(painted.get(name))}</code>
            </span>
          </li>
        ))}
      </ul>
      <h4>Contrast</h4>
      <ul className="grid gap-1.5 mt-2">
        {PAIRS.map(([words, ground]) => (
          <Pair key={`${words} ${ground}`} {...{ words, ground, painted }} />
        ))}
      </ul>
    </div>
  )
}

function hexOf(color: string | undefined): string {
  const rgb = parseRgb(color ?? '')
  return rgb ? toHex(rgb) : ''
}

function Pair({ words, ground, painted }: { words: string; ground: string; painted: ReadonlyMap<string, string> }) {
  const [one, other] = [words, ground].map((name) => parseRgb(painted.get(`--color-${name}`) ?? ''))
  if (!one || !other) return null
  const ratio = contrast(one, other)
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-3.5 gap-y-0.5">
      <span
        className="flex-[1_1_10rem] px-3 py-1 border-[1.5px] border-line"
        style={{ background: `var(--color-${ground})`, color: `var(--color-${words})` }}
      >
        {words} on {ground}
      </span>
      <span>
        {(Math.floor(ratio * 100) / 100).toFixed(2)} : 1{' '}
        <span className={`status ${ratio >= ENOUGH ? 'ok' : 'bad'}`}>{ratio >= ENOUGH ? 'AA' : 'Too low'}</span>
      </span>
    </li>
  )
}
