/** A point on the drawing's plane. */
export type Flat = readonly [x: number, y: number]

/** Fills: the printing inks, the tints of the board, and `none` for an outline alone. */
export type Ink = keyof typeof INKS

/** Lines: contours, finer details, dashed folds, pale lines on blue, and no line at all. */
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

/** Styles of the lines, as CSS on the 800 × 600 frame. */
export const WEIGHTS = {
  outline: 'stroke:#141E66;stroke-width:2.6',
  detail: 'stroke:#141E66;stroke-width:1.5',
  fold: 'stroke:#141E66;stroke-width:2.4;stroke-dasharray:9 7',
  pale: 'stroke:#FFFAF0;stroke-width:2.4',
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
