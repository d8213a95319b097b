import type { Size } from '#drawings/cardboard.ts'
import { type Point, rectangle } from '#drawings/iso.ts'
import { type SceneDefinition, solidBody } from './definition.ts'

const PANEL: Size = [520, 170, 620]

/** A control panel with display, buttons and emergency stop. */
export const controlPanel: SceneDefinition = {
  noun: () => 'control panel',
  measures: ({ dimensions }) => solidBody(dimensions, PANEL, 5).measures,
  paint: (scene, { dimensions }) => {
    const body = solidBody(dimensions, PANEL, 5)
    const [length, width, height] = body.size
    const unit = Math.min(length, height)
    const button = Math.min(length * 0.05, height * 0.07)
    scene.shadow([0, 0, 0], length, width, height * 0.3)
    scene.box([0, 0, 0], [length, width, height])
    scene.face(rectangle('y', [unit * 0.05, width, unit * 0.05], length - unit * 0.1, height - unit * 0.1), 'top', 'detail')
    scene.face(rectangle('y', [length * 0.13, width, height * 0.58], length * 0.74, height * 0.32), 'deep')
    const curve: Point[] = Array.from({ length: 23 }, (_, index) => [
      length * (0.19 + 0.028 * index),
      width,
      height * (0.74 + 0.075 * Math.sin(index * 0.57)),
    ])
    scene.line(curve, 'pale')
    for (const [index, ink] of (['right', 'top', 'top'] as const).entries())
      scene.cylinder([length * (0.19 + index * 0.155), width, height * 0.46], 'y', button, unit * 0.03, ink, ink)
    scene.lines(
      [0.32, 0.26, 0.2, 0.14].map((up): readonly Point[] => [
        [length * 0.14, width, height * up],
        [length * 0.5, width, height * up],
      ]),
    )
    const [x, z, stop] = [length * 0.74, height * 0.29, unit * 0.1]
    scene.face(rectangle('y', [x - stop * 1.3, width, z - stop * 1.3], stop * 2.6, stop * 2.6), 'tape')
    scene.cylinder([x, width, z], 'y', stop * 0.6, unit * 0.04, 'deep', 'deep')
    scene.cylinder([x, width + unit * 0.04, z], 'y', stop, unit * 0.045, 'right', 'right')
    for (const part of [0.3, 0.7]) scene.cylinder([length, width * part, height * 0.1], 'x', width * 0.12, unit * 0.07, 'left', 'top')
    scene.dimension([0, width, 0], [length, width, 0], [0, 1, 0], body.length)
    scene.dimension([length, width, 0], [length, 0, 0], [1, 0, 0], body.width, unit * 0.1)
    scene.dimension([0, width, 0], [0, width, height], [-1, 1, 0], body.height)
  },
}
