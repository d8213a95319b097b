/** A design token as the style sheets have it: `--color-ink` and its text. */
export interface Token {
  name: string
  value: string
}

function rulesOf(rules: CSSRuleList): CSSStyleRule[] {
  return [...rules].flatMap((rule) => {
    if (rule instanceof CSSStyleRule) return [rule]
    return 'cssRules' in rule && rule.cssRules instanceof CSSRuleList ? rulesOf(rule.cssRules) : []
  })
}

function sheetRules(sheet: CSSStyleSheet): CSSStyleRule[] {
  try {
    return rulesOf(sheet.cssRules)
  } catch {
    return [] // of another origin
  }
}

/** The tokens of the page's own style sheets whose names begin with `prefix`, in their order there. */
export function readTokens(prefix: string): Token[] {
  const rules = [...document.styleSheets].flatMap(sheetRules).filter(({ selectorText }) => /(^|,\s*):root\b/.test(selectorText))
  const found = new Map(
    rules.flatMap(({ style }) =>
      [...style].filter((name) => name.startsWith(prefix)).map((name): [string, string] => [name, style.getPropertyValue(name).trim()]),
    ),
  )
  return [...found].map(([name, value]) => ({ name, value }))
}

/** A color as the browser paints it: red, green and blue from 0 to 255. */
type Rgb = readonly [number, number, number]

/** Reads `rgb(18, 23, 58)`; null for anything else, and for what is not opaque. */
export function parseRgb(text: string): Rgb | null {
  const [red, green, blue, alpha] = (/^rgba?\(([^)]*)\)$/.exec(text)?.[1] ?? '').split(/[ ,/]+/).map(Number)
  if (red === undefined || green === undefined || blue === undefined || [red, green, blue].some(Number.isNaN)) return null
  return alpha === undefined || alpha === 1 ? [red, green, blue] : null
}

export const toHex = (color: Rgb) => `#${color.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`

function luminance(color: Rgb): number {
  const [red = 0, green = 0, blue = 0] = color.map((part) => {
    const share = part / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** Returns the contrast of two colors, 1 to 21 (WCAG 2). */
export function contrast(one: Rgb, other: Rgb): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a)
  return (light + 0.05) / (dark + 0.05)
}
