import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const css = readFileSync(join(import.meta.dirname, 'tokens.css'), 'utf8')

/** A color token in light and dark. */
function color(name: string): [light: string, dark: string] {
  const pair = new RegExp(`--color-${name}: light-dark\\((#\\w+), (#\\w+)\\)`).exec(css)
  if (pair?.[1] && pair[2]) return [pair[1], pair[2]]
  const single = new RegExp(`--color-${name}: (#\\w+)`).exec(css)?.[1]
  if (!single) throw new Error(`no token ${name}`)
  return [single, single]
}

/** WCAG 2.2 relative luminance. */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function ratio(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

const TEXT = 4.5
const CONTROL = 3
const pairs: [front: string, back: string, least: number][] = [
  ...['ink', 'ink-2', 'ink-3', 'blue'].flatMap((front): [string, string, number][] =>
    ['paper', 'surface'].map((back) => [front, back, TEXT]),
  ),
  ['ink-3', 'sunken', TEXT],
  ['ink-2', 'sunken', TEXT],
  ['on-blue', 'blue', TEXT],
  ['on-blue', 'blue-hover', TEXT],
  ['blue', 'blue-tint', TEXT],
  ['ink', 'blue-tint', TEXT],
  ...['ok', 'warn', 'bad'].flatMap((front): [string, string, number][] =>
    ['paper', 'surface', `${front}-tint`].map((back) => [front, back, TEXT]),
  ),
  ['on-bright', 'tape', TEXT],
  ['on-night', 'night', TEXT],
  ['surface', 'ink', TEXT],
  ['surface', 'bad', TEXT],
  ['line-strong', 'paper', CONTROL],
  ['line-strong', 'surface', CONTROL],
]

test.each(pairs)('%s on %s has enough contrast in light and dark', (front, back, least) => {
  const [frontLight, frontDark] = color(front)
  const [backLight, backDark] = color(back)
  expect(ratio(frontLight, backLight)).toBeGreaterThanOrEqual(least)
  expect(ratio(frontDark, backDark)).toBeGreaterThanOrEqual(least)
})
