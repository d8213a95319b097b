/** A point on the drawing's plane. */
export type Flat = readonly [x: number, y: number]

/** Fills: the printing inks, the tints of the board, and `none` for an outline alone. */
export type Ink = keyof typeof INKS

/** Lines: contours, finer details, dashed folds, pale lines on blue, cables over the ground, and no line at all. */
export type Weight = keyof typeof WEIGHTS

/** Colors of the fills, as CSS. */
export const INKS = {
  top: '#FFFAF0',
  left: '#F0DBB4',
  right: '#2334A8',
  deep: '#141E66',
  tint: '#B3BBE6',
  board: '#E9C792',
  edge: '#C4955A',
  lining: '#F6E8CF',
  tape: '#FFCF33',
  shadow: '#CCA064',
  none: 'none',
} as const

/** Fills on a screen with a dark theme, where they differ: the board darker, blue lighter than the ground. */
export const DARK_INKS: Readonly<Partial<Record<Ink, string>>> = {
  top: '#EEF0FB',
  left: '#E3CDA6',
  right: '#5666DA',
  deep: '#0A0C1B',
  tint: '#A9B4F4',
  board: '#C79C62',
  edge: '#A67C46',
  lining: '#DDBE8E',
  shadow: '#0B0E26',
}

/** The ground behind a drawing. */
export const GROUND = { light: '#DCB57F', dark: '#12173A' } as const

/** Stripes of the ground, dimension lines and their numerals. */
export const NOTES: readonly (readonly [selector: string, style: string])[] = [
  ['.flutes', 'fill:none;stroke:#C9995C;stroke-opacity:.3;stroke-width:5;stroke-linecap:butt'],
  ['.extension', 'fill:none;stroke-width:1.4;stroke-dasharray:4 4;stroke-linecap:butt'],
  ['.measure', 'fill:none;stroke-width:1.8'],
  ['.arrow', 'fill:#141E66;stroke:none'],
  ['text', 'font:700 31px Arial,Helvetica,sans-serif;fill:#141E66;text-anchor:middle'],
]

/** Their differences on a screen with a dark theme. */
export const DARK_NOTES: typeof NOTES = [
  ['.flutes', 'stroke:#232B63'],
  ['.extension', 'stroke:#BCC6FF'],
  ['.measure', 'stroke:#BCC6FF'],
  ['.arrow', 'fill:#BCC6FF'],
  ['text', 'fill:#EEF0FB'],
]

/** Styles of the lines, as CSS on the 800 × 600 frame. */
export const WEIGHTS = {
  outline: 'stroke:#141E66;stroke-width:2.6',
  detail: 'stroke:#141E66;stroke-width:1.5',
  fold: 'stroke:#141E66;stroke-width:2.4;stroke-dasharray:9 7',
  pale: 'stroke:#FFFAF0;stroke-width:2.4',
  cable: 'stroke:#141E66;stroke-width:3.4',
  bare: 'stroke:none',
} as const

/** One step of an outline: a straight line to `to`, or an elliptic arc when `radius` is given. */
export type Step = { readonly to: Flat; readonly radius?: number; readonly tilt?: number }

/** A painted outline, in the order of painting. */
export type Shape = {
  readonly ink: Ink
  readonly weight: Weight
  readonly closed: boolean
  readonly loops: readonly (readonly Step[])[]
}

/** A dimension line between two points, moved off them in the direction `away`, and first by `clear` millimeters. */
export type Dimension = { readonly from: Flat; readonly to: Flat; readonly away: Flat; readonly clear: number; readonly label: string }
