import { bladeCare } from './articles/blade-care.ts'
import { dropTests } from './articles/drop-tests.ts'
import { dustAndNoise } from './articles/dust-and-noise.ts'
import { fireSafety } from './articles/fire-safety.ts'
import { fluteGrades } from './articles/flute-grades.ts'
import { matsOrChips } from './articles/mats-or-chips.ts'
import { moisture } from './articles/moisture.ts'
import { paybackStepByStep } from './articles/payback-step-by-step.ts'
import { ppwrVoidFill } from './articles/ppwr-void-fill.ts'
import { retailSupply } from './articles/retail-supply.ts'
import { rightSizing } from './articles/right-sizing.ts'
import type { Article } from './articles/types.ts'

/** The articles of a demo shop's blog, oldest first, and a draft for its staff. */
export const articles: readonly Article[] = [
  matsOrChips,
  fluteGrades,
  paybackStepByStep,
  dustAndNoise,
  dropTests,
  bladeCare,
  rightSizing,
  retailSupply,
  fireSafety,
  ppwrVoidFill,
  moisture,
]
