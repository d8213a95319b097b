import type { Flat } from '#drawings/ink.ts'
import { chipsOn, slitRows } from '#drawings/samples.ts'
import { NO_MEASURES, type PlanDefinition } from './definition.ts'

const WIDE = 80
const HIGH = 60
const COIN = 24
const RULER = 8
const PX_PER_MM = 10

/** A piece of the material of 80 × 60 mm beside a coin and a ruler, at its own size on paper. */
export const swatch: PlanDefinition = {
  noun: ({ piece }) => (piece ? `sample of the ${piece.kind === 'zigzag' ? 'strips' : 'chips'}` : 'sample of the mat'),
  detail: () => 'beside a coin of 24 mm and a ruler',
  measures: NO_MEASURES,
  caption: () => '1:1 when printed at 100%.',
  placement: { scale: PX_PER_MM, sheet: { width: `${WIDE}mm`, height: `${HIGH}mm` } },
  paint: (plan, { piece, slitSpacing }) => {
    const floor = HIGH - RULER
    plan.rectangle([0, 0], WIDE, HIGH, 'none', 'bare')
    if (piece) chipsOn(plan, [0, 0], [WIDE, floor], piece, [WIDE - 17, floor - 17, 16])
    else {
      plan.rectangle([0, 0], WIDE, floor, 'board', 'bare')
      if (slitSpacing) slitRows(plan, [0, 0], [WIDE, floor], slitSpacing.mm)
    }
    const coin: Flat = [WIDE - 16, floor - 15]
    plan.circle([coin[0] + 0.7, coin[1] + 0.9], COIN / 2, 'shadow', 'bare')
    plan.circle(coin, COIN / 2, 'tape').circle(coin, COIN / 2 - 1.6, 'none', 'detail')
    const grain = Array.from({ length: 40 }, (_, index): readonly Flat[] => {
      const turn = (index / 40) * Math.PI * 2
      return [COIN / 2 - 1, COIN / 2 - 0.3].map((radius): Flat => [coin[0] + Math.cos(turn) * radius, coin[1] + Math.sin(turn) * radius])
    })
    plan.lines(grain)
    plan.rectangle([0, floor], WIDE, RULER, 'top')
    const ticks = Array.from({ length: WIDE - 1 }, (_, index): readonly Flat[] => {
      const high = (index + 1) % 10 === 0 ? 5 : (index + 1) % 5 === 0 ? 3.4 : 2
      return [
        [index + 1, floor],
        [index + 1, floor + high],
      ]
    })
    plan.lines(ticks)
  },
}
