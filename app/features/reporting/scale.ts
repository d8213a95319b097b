/** An axis: its ends and its marks, round numbers that hold every value and zero. */
export interface Scale {
  min: number
  max: number
  marks: number[]
  /** Returns the position of a value, in percent from the bottom. */
  at: (value: number) => number
}

const MARKS = 4

/** The least round step, 1, 2, 2.5 or 5 times a power of ten (whole for counts), of which `MARKS` reach over `span`. */
function stepFor(span: number, isCount: boolean): number {
  const power = 10 ** Math.floor(Math.log10(span / MARKS))
  const step = [1, 2, 2.5, 5, 10].map((times) => times * power).find((each) => each * MARKS >= span) ?? span
  return isCount ? Math.max(1, Math.ceil(step)) : step
}

/** The axis for these values; `isCount`: they are whole numbers. */
export function scaleFor(values: readonly number[], isCount: boolean): Scale {
  const [low, high] = [Math.min(0, ...values), Math.max(0, ...values)]
  const step = stepFor(high - low || 1, isCount)
  const [first, last] = [Math.floor(low / step), Math.max(1, Math.ceil(high / step))]
  const marks = Array.from({ length: last - first + 1 }, (_, index) => (first + index) * step)
  const [min, max] = [first * step, last * step]
  return { min, max, marks, at: (value) => ((value - min) / (max - min)) * 100 }
}

/** Returns the steps of `count` that are named below a chart: at most `most`, evenly apart, the last one among them. */
export function namedSteps(count: number, most: number): number[] {
  const every = Math.max(1, Math.ceil(count / most))
  return Array.from({ length: count }, (_, index) => index).filter((index) => (count - 1 - index) % every === 0)
}
